import type { ActionKind, Outcome } from '@/api/generated/types.gen'

/** What a driver did, as it waits for the server. */
export type QueuedAction = {
  /** Its place among what this device did. */
  seq: number
  /** The same for ever, so that sending it again changes nothing. */
  client_id: string
  driver_id: string
  order_id: string
  order_number: number
  action: ActionKind
  /** When it was done, by the server's clock as far as the device knows it. */
  at: string
}

/** An action that came to nothing, and why. */
export type Trouble = {
  client_id: string
  order_number: number
  action: ActionKind
  outcome: Exclude<Outcome, 'applied' | 'repeated'>
  reason: string
}

export const ACTION_LABEL = {
  set_out: 'On My Way',
  start: 'Start Delivery',
  confirm_pickup: 'Confirm Pickup',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop Delivery',
} satisfies Record<ActionKind, string>

/** DRV-25 for the two that have words of their own. */
const FAILED: Partial<Record<ActionKind, string>> = {
  start: 'Error starting delivery: ',
  stop: 'Error stopping delivery: ',
}

export function sentenceOfTrouble({ action, reason }: Pick<Trouble, 'action' | 'reason'>): string {
  return `${FAILED[action] ?? `${ACTION_LABEL[action]}: `}${reason}`
}
