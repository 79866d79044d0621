import type { ActionKind, FarStopOut } from '@/api/generated/types.gen'
import { confirm } from '@/components/confirm'

/** Whether a driver goes on far away from the stop of what they do; near it nobody is asked. */
export function confirmsFar(far: FarStopOut | null, action: ActionKind): Promise<boolean> {
  if (far === null) return Promise.resolve(true)
  const title = `You are ${far.miles.toFixed(1)} mi from the ${far.stop}`
  if (action === 'start') {
    return confirm({
      title,
      children:
        'Start Delivery begins the clock of the job. Wait until you are at the pickup: arriving there starts it by itself.',
      confirm: 'Start Delivery',
      cancel: 'Not yet',
    })
  }
  const what =
    action === 'confirm_return' ? 'return' : far.stop === 'pickup' ? 'pickup' : 'delivery'
  return confirm({
    title,
    children: `Confirm the ${what} only if it is done. The distance is recorded with the order.`,
    confirm: `Confirm ${what}`,
    cancel: 'Not yet',
  })
}
