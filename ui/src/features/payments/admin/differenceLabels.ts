import type {
  DifferenceKind,
  DifferenceOut,
  DifferenceSubject,
  ReconciliationRunOut,
} from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { dayAndTime } from '@/components/time'

export const DIFFERENCE_SUBJECTS = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  transfer: 'Transfer to a driver',
  transfer_reversal: 'Transfer taken back',
  entry: 'Movement',
  balance: 'Balance',
} satisfies Record<DifferenceSubject, string>

const KINDS = {
  unknown_charge: 'the provider has a charge that is no payment of ours',
  missing_here: 'missing in our books',
  missing_there: 'missing at the provider',
  other_amount: 'another amount at the provider',
  other_status: 'another status at the provider',
  not_sent: 'owed and not sent for a day',
  other_currency: 'in another currency at the provider',
  unreadable: 'what the provider says cannot be read',
  unknown_entry: 'the provider has one that our books know nothing of',
  balance_off: 'all that the provider holds for us is not what our books come to',
} satisfies Record<DifferenceKind, string>

/** What differs, and how. */
export function differenceWords({
  kind,
  subject,
}: Pick<DifferenceOut, 'kind' | 'subject'>): string {
  return `${DIFFERENCE_SUBJECTS[subject]}: ${KINDS[kind]}`
}

/** The same, and what the columns that are usually shown do not tell of it. */
export function differenceDetails(difference: DifferenceOut): string {
  const { kind, their_status, their_id, our_cents, their_cents } = difference
  const words = differenceWords(difference)
  if (kind === 'unknown_entry') {
    const { their_fee_cents, their_net_cents } = difference
    const fee = formatCents(their_fee_cents ?? 0)
    const net = formatCents(their_net_cents ?? 0)
    return `${words} (${sideWords(their_status ?? '')}, ${their_id}, fee ${fee}, net ${net})`
  }
  if (kind !== 'balance_off') return words
  return `${words} (${formatCents((their_cents ?? 0) - (our_cents ?? 0))} apart)`
}

/** What one side says of it, such as `requires payment method`. */
export function sideWords(status: string): string {
  return status.replaceAll('_', ' ')
}

/** What became of the latest comparison with the card provider. */
export function runWords(run: ReconciliationRunOut | null, now: number): string {
  if (run === null) return 'Not compared yet.'
  if (run.state === 'waiting') return 'A comparison is about to begin.'
  if (run.state === 'running') return 'Comparing with the card provider…'
  const at = dayAndTime(run.finished_at ?? run.started_at ?? run.requested_at, now)
  if (run.state === 'failed')
    return `The comparison of ${at} broke off. ${run.failure ?? ''}`.trim()
  const numbers = [
    `${run.entries} entries read`,
    `${run.found} new`,
    `${run.repaired} repaired`,
    `${run.closed} closed`,
    `${run.open} open`,
  ]
  return `Last compared ${at}: ${numbers.join(', ')}.`
}
