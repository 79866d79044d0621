import type { BalanceEntryOut } from '@/api/generated/types.gen'

type Kind = BalanceEntryOut['kind']

/** Why the books moved money, as its driver reads it. */
export const ENTRY_KINDS = {
  charge: 'Payment',
  payment: 'Payment',
  split: 'Earned',
  refund: 'Refund to the customer',
  refund_sent: 'Refund to the customer',
  refund_returned: 'Refund that came back',
  refund_withdrawn: 'Refund that was withdrawn',
  cancellation: 'Cancellation fee',
  tip: 'Tip',
  dispute: 'Dispute',
  transfer: 'Came into your balance',
  transfer_reversal: 'Taken back from your balance',
  hold: 'Kept back',
  debt: 'Owed to the platform',
  payout: 'Payout',
  payout_fee: 'Payout fee',
  remittance: 'Paid to the tax office',
  reversal: 'Came back',
} satisfies Record<Kind, string>

/** What is not posted may still be given back, or was. */
export const ENTRY_STATES = {
  posted: '',
  reserved: 'not final yet',
  voided: 'given back',
} satisfies Record<BalanceEntryOut['state'], string>
