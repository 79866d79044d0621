import type { JobOut, JobState } from '@/api/generated/types.gen'

const KINDS: Record<string, string> = {
  cancel_unpaid_order: 'Cancel an unpaid order',
  send_refund: 'Send a refund',
  send_share: 'Send a driver’s share',
  take_back_share: 'Take back a driver’s share',
  settle_payment: 'Settle a payment',
  mail_receipt: 'Mail a receipt',
  apply_provider_event: 'Apply an event of the card provider',
}

/** What a job does; one that only a newer server knows is told by its own word. */
export function kindWords({ kind }: Pick<JobOut, 'kind'>): string {
  const own = kind.replaceAll('_', ' ')
  return KINDS[kind] ?? own.charAt(0).toUpperCase() + own.slice(1)
}

export const STATES = {
  dead: { label: 'Given up', badge: 'failed' },
  waiting: { label: 'Waiting', badge: 'pending' },
  done: { label: 'Done', badge: 'completed' },
} as const satisfies Record<JobState, { label: string; badge: string }>

export function attemptsWords({ attempts }: Pick<JobOut, 'attempts'>): string {
  if (attempts === 0) return 'Not tried yet'
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
}
