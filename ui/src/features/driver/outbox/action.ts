import type { ActionKind, FailureReason, Outcome } from '@/api/generated/types.gen'

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
  /** What was done before it with the same order and may be unknown there: it waits for that. */
  after?: string | null
  /** Of a failure. */
  reason?: FailureReason
  note?: string
  /** Its time was put right once, because the device's clock had been wrong. */
  isRedated?: boolean
}

/** An action that came to nothing, and why. */
export type Trouble = {
  client_id: string
  driver_id: string
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
  stop: 'Complete delivery',
  fail: 'Can’t Deliver',
  deliver_after_all: 'Deliver After All',
  confirm_return: 'Confirm Return',
  hand_back: 'Release job',
} satisfies Record<ActionKind, string>

/** DRV-25 for the two that have words of their own. */
const FAILED: Partial<Record<ActionKind, string>> = {
  start: 'Error starting delivery: ',
  stop: 'Error stopping delivery: ',
}

/** The server's words for devices, in words for drivers; those of DRV-18 stay as they are. */
const PLAIN: [RegExp, string][] = [
  [/not with you any more/, 'This job is not with you any more.'],
  [
    /^at: must not be in the future/,
    'The clock of this phone is wrong. Set it right, and do the step again.',
  ],
  [
    /^at: is more than/,
    'It was done too long ago to count. Do it again if it is still to be done.',
  ],
  [/^client_id: too many/, 'Too many steps were told of this delivery. Call the office.'],
]

export function plainWords(message: string): string {
  return PLAIN.find(([pattern]) => pattern.test(message))?.[1] ?? message
}

export function isOfTheClock(message: string | null): boolean {
  return message?.startsWith('at: ') ?? false
}

export function sentenceOfTrouble({ action, reason }: Pick<Trouble, 'action' | 'reason'>): string {
  return `${FAILED[action] ?? `${ACTION_LABEL[action]}: `}${reason}`
}
