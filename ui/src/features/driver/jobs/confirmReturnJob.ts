import { confirm } from '@/components/confirm'

/** Whether the driver really gives the job up. */
export function confirmReturnJob(orderNumber: number): Promise<boolean> {
  return confirm({
    title: `Release order #${orderNumber}?`,
    children: 'We look for another driver, and the customer may cancel free of charge.',
    confirm: 'Release job',
    cancel: 'Keep job',
    isDangerous: true,
  })
}
