import { confirm } from '@/components/confirm'

/** Whether the driver really gives the job up. */
export function confirmReturnJob(orderNumber: number): Promise<boolean> {
  return confirm({
    title: `Release order #${orderNumber}?`,
    children: 'Another driver is looked for. The customer may then cancel free of charge.',
    confirm: 'Release Job',
    cancel: 'Keep the Job',
    isDangerous: true,
  })
}
