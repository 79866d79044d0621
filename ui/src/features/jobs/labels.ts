import type { JobOut, JobState } from '@/api/generated/types.gen'

const KINDS: Record<string, string> = {
  cancel_unpaid_order: 'Cancel an unpaid order',
  close_unpaid_tip: 'Close an unpaid tip',
  move_offer_on: 'Offer an order to the next driver',
  send_refund: 'Send a refund',
  send_share: 'Send a driver’s share',
  return_share: 'Give a driver’s share back',
  take_back_share: 'Take back a driver’s share',
  reconcile_payments: 'Compare with the card provider',
  roll_up_ledger: 'Sum up the ledger',
  watch_credentials: 'Watch carrier credentials',
  send_payout: 'Pay a driver out',
  find_tax_due: 'Find drivers with estimated tax due',
  remind_of_tax: 'Remind a driver of estimated tax',
  run_weekly_payouts: 'Find drivers for the weekly payout',
  compare_payouts: 'Compare payouts with the provider',
  pay_weekly: 'Pay a driver’s week out',
  pay_after_share: 'Pay a driver out after a share has come',
  pay_after_release: 'Pay a driver out after a share was let go',
  finish_payout: 'Give back what a failed payout took',
  settle_payment: 'Settle a payment',
  email_receipt: 'Email a receipt',
  send_account_email: 'Write an account e-mail',
  send_email: 'Send an e-mail',
  order_screening: 'Order a background check',
  check_screening: 'Look for the result of a background check',
  deliver_screening_letters: 'Send a letter about a background check',
  sweep_screenings: 'Ask about open background checks',
  send_sms: 'Send a text message',
  announce_order: 'Send an order’s automatic messages',
  watch_start: 'Watch for the driver to set out',
  watch_arrival: 'Watch for the driver to arrive',
  remove_photo: 'Remove a photo',
  finish_erasure: 'Finish the erasure of an account',
  forget_card: 'Remove a saved card at the card provider',
  forget_card_customer: 'Remove a former customer at the card provider',
  remove_item_photo: 'Remove a photo of items',
  remove_claim_photo: 'Remove a photo of a report',
  remove_driver_photo: 'Remove a driver’s photo',
  remove_expense_receipt: 'Remove the photo of a receipt',
  remove_document_upload: 'Remove an unfinished upload of a document',
  remove_driver_document: 'Remove a document of a driver',
  review_document: 'Approve a document in test mode',
  watch_documents: 'Watch for documents that expire',
  send_audit_head: 'Send the audit trail’s head',
  report_dead_jobs: 'Report what failed',
  apply_provider_event: 'Apply an event of a provider',
}

/** What a job does; one that only a newer server knows is told by its own word. */
export function kindWords({ kind }: Pick<JobOut, 'kind'>): string {
  const own = kind.replaceAll('_', ' ')
  return KINDS[kind] ?? own.charAt(0).toUpperCase() + own.slice(1)
}

export const STATES = {
  dead: { label: 'Failed', badge: 'failed' },
  waiting: { label: 'Waiting', badge: 'pending' },
  done: { label: 'Done', badge: 'completed' },
} as const satisfies Record<JobState, { label: string; badge: string }>

export function attemptsWords({ attempts }: Pick<JobOut, 'attempts'>): string {
  if (attempts === 0) return 'Not tried yet'
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
}

/** The server counts up to *most* and no further. */
export function countWords(count: number, most: number): string {
  return `${count.toLocaleString('en-US')}${count < most ? '' : '+'}`
}

export function deadMoneyWords(count: number): string {
  return count === 1
    ? '1 job that moves money failed.'
    : `${count.toLocaleString('en-US')} jobs that move money failed.`
}
