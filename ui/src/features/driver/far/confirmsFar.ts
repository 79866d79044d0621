import type { ActionKind, FarStopOut } from '@/api/generated/types.gen'
import { confirm } from '@/components/confirm'

/** Whether a driver goes on far away from the stop that they confirm; near it nobody is asked. */
export function confirmsFar(far: FarStopOut | null, action: ActionKind): Promise<boolean> {
  if (far === null) return Promise.resolve(true)
  const what =
    action === 'confirm_return' ? 'return' : far.stop === 'pickup' ? 'pickup' : 'delivery'
  return confirm({
    title: `You are ${far.miles.toFixed(1)} mi from the ${far.stop}`,
    children: `Confirm the ${what} only if it is done. The distance is recorded with the order.`,
    confirm: `Confirm ${what}`,
    cancel: 'Not yet',
  })
}
