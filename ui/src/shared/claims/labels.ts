import type { ClaimKind, ClaimOut, ClaimState } from '@/api/generated/types.gen'
import type { Status } from '@/components/StatusBadge'

/** What went wrong, as a customer chooses it and everybody reads it. */
export const KINDS = {
  damage: 'Something was damaged',
  missing_item: 'Something is missing',
  late: 'It was late',
  not_delivered: 'It was not delivered',
  other: 'Something else',
} satisfies Record<ClaimKind, string>

/** Kinds that are about one item. */
export const ABOUT_AN_ITEM: ReadonlySet<ClaimKind> = new Set(['damage', 'missing_item'])

export const STATES = {
  open: { status: 'pending', label: 'We’re looking into it' },
  information_requested: { status: 'disputed', label: 'Your answer is needed' },
  answered: { status: 'pending', label: 'We’re looking into it' },
  refunded: { status: 'refunded', label: 'Refunded' },
  declined: { status: 'confirmed', label: 'Decided' },
  withdrawn: { status: 'cancelled', label: 'Withdrawn' },
} as const satisfies Record<ClaimState, { status: Status; label: string }>

/** What a state is called among administrators. */
export const STATE_NAMES = {
  open: 'New',
  information_requested: 'Waiting for the customer',
  answered: 'Answered',
  refunded: 'Refunded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} satisfies Record<ClaimState, string>

const CLOSED: ReadonlySet<ClaimState> = new Set(['refunded', 'declined', 'withdrawn'])

/** Whether the driver's share waits for the decision, by the rule of the server. */
export function holdsShare({ kind, requested_cents, state }: ClaimOut): boolean {
  return isUndecided(state) && (kind === 'not_delivered' || requested_cents > 0)
}

export function isUndecided(state: ClaimState): boolean {
  return !CLOSED.has(state)
}
