import type { ApplicationStatus } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'

/** The applications' part of the admin page's address. */
export interface ApplicationsSearch {
  /** Without it those that wait for a decision. */
  applications?: ApplicationStatusFilter
  /** Only those that were submitted so long ago. */
  waiting?: Waiting
  /** Only those at which one looks oneself. */
  reviewer?: 'me'
  /** The application that is open. */
  application?: string
}

export const APPLICATION_STATUSES = {
  submitted: 'Submitted',
  under_review: 'Under review',
  approved: 'Approved',
  rejected: 'Rejected',
} satisfies Record<Exclude<ApplicationStatus, 'draft'>, string>

type ApplicationStatusFilter = keyof typeof APPLICATION_STATUSES

export const WAITING = {
  day: 'Over a day',
  two_days: 'Over two days',
  week: 'Over a week',
} as const
export const WAITING_HOURS = { day: 24, two_days: 48, week: 168 } as const
type Waiting = keyof typeof WAITING

export const REVIEWERS = { me: 'Me' } as const

/** Whatever an address may say; what makes no sense counts as not said. */
export function applicationsSearch(search: Record<string, unknown>): ApplicationsSearch {
  return {
    applications: optionParam(APPLICATION_STATUSES, search.applications),
    waiting: optionParam(WAITING, search.waiting),
    reviewer: optionParam(REVIEWERS, search.reviewer),
    application: textParam(search.application),
  }
}
