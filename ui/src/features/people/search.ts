import type { PersonState, UserType } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'

/** The people's part of the admin page's address. */
export interface PeopleSearch {
  search?: string
  role?: UserType
  stand?: PersonState
  /** Whose page is open, by the id of a user, account or driver. */
  person?: string
}

export const ROLES = {
  customer: 'Customers',
  driver: 'Drivers',
  admin: 'Administrators',
} satisfies Record<UserType, string>

export const ACCOUNT_STATUSES = {
  suspended: 'Suspended',
  unapproved: 'Waiting for approval',
  online: 'Online',
} satisfies Record<PersonState, string>

/** Whatever an address may say; what makes no sense counts as not said. */
export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  return {
    search: textParam(search.search),
    role: optionParam(ROLES, search.role),
    stand: optionParam(ACCOUNT_STATUSES, search.stand),
    person: textParam(search.person),
  }
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, role, stand }: PeopleSearch): boolean {
  return Boolean(search || role || stand)
}

/** What is asked of the server. */
export function questionOf({ search, role, stand }: PeopleSearch) {
  return {
    ...(search && { search }),
    ...(role && { user_type: role }),
    ...(stand && { state: stand }),
  }
}
