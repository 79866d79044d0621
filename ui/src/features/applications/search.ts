import type { ApplicationStatus } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'

/** The applications' part of the admin page's address. */
export interface ApplicationsSearch {
  /** Without it those that wait for a decision. */
  applications?: ApplicationStand
  /** The application that is open. */
  application?: string
}

export const APPLICATION_STANDS = {
  submitted: 'Submitted',
  under_review: 'Under review',
  approved: 'Approved',
  rejected: 'Rejected',
} satisfies Record<Exclude<ApplicationStatus, 'draft'>, string>

type ApplicationStand = keyof typeof APPLICATION_STANDS

/** Whatever an address may say; what makes no sense counts as not said. */
export function applicationsSearch(search: Record<string, unknown>): ApplicationsSearch {
  return {
    applications: optionParam(APPLICATION_STANDS, search.applications),
    application: textParam(search.application),
  }
}
