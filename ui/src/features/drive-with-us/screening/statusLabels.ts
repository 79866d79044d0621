import type { CaseStatus, ScreeningOut } from '@/api/generated/types.gen'

const STATUS_LABELS = {
  consented: { name: 'Waiting for your application', says: 'You have agreed to it.' },
  offer_needed: {
    name: 'Waiting for a conditional offer',
    says: 'Where you live, a background check is ordered only after a conditional offer. You hear from us by e-mail.',
  },
  to_order: { name: 'Pending', says: 'It is being ordered.' },
  ordered: { name: 'In Progress', says: 'This page shows the result once it is there.' },
  in_review: { name: 'Completed, under review', says: 'Somebody of our team looks at the report.' },
  cleared: { name: 'Completed, approved', says: 'Nothing in it stands in your way.' },
  rejection_intended: {
    name: 'Completed, under review',
    says: 'Somebody of our team looks at the report.',
  },
  assessed: { name: 'Completed, under review', says: 'Somebody of our team looks at the report.' },
  notice_sent: {
    name: 'We need your answer',
    says: 'We may not accept your application because of this report. Read the letter below: nothing is decided yet, and your time to answer begins once it has reached you.',
  },
  waiting: {
    name: 'We need your answer',
    says: 'We may not accept your application because of this report. Read the letter below, and tell us what is wrong: nothing is decided yet.',
  },
  disputed: {
    name: 'Disputed',
    says: 'We look into your dispute. Nothing is decided before you have our answer.',
  },
  rejected: {
    name: 'Completed, not accepted',
    says: 'We did not accept your application because of this report. The final notice says why.',
  },
  closed: { name: 'Closed', says: 'Nothing more comes of it: your application is decided.' },
} as const satisfies Record<CaseStatus, { name: string; says: string }>

/** Where the company does not go on with a check that was ordered. */
const STOPPED: Partial<Record<NonNullable<ScreeningOut['progress']>, StatusLabel>> = {
  canceled: {
    name: 'Canceled by the screening company',
    says: 'It ended without a result, which says nothing about you. We order it again, and you get a new invitation by e-mail.',
  },
  suspended: {
    name: 'On hold at the screening company',
    says: 'It does not go on before something is cleared up. If the company needs something from you, it asks by e-mail; nothing is decided meanwhile.',
  },
  paused: {
    name: 'Paused at the screening company',
    says: 'It goes on by itself. If the company needs something from you, it asks by e-mail.',
  },
}

type StatusLabel = { name: string; says: string }

/** What a check's state is called, and what it means for whom it is about. */
export function statusLabel({ status, progress }: ScreeningOut): StatusLabel {
  const stopped = status === 'ordered' && progress ? STOPPED[progress] : undefined
  return stopped ?? STATUS_LABELS[status]
}
