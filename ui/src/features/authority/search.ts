import type { CredentialStatus } from '@/api/generated/types.gen'
import { optionParam } from '@/components/filters/searchParams'
import { CREDENTIAL_STATUSES } from '@/shared/drivers/credentialWords'

/** The authority panel's part of the admin page's address. */
export interface AuthoritySearch {
  /** Without it the credentials that wait to be checked. */
  credentials?: CredentialStatus
}

/** Whatever an address may say; what makes no sense counts as not said. */
export function authoritySearch(search: Record<string, unknown>): AuthoritySearch {
  return { credentials: optionParam(CREDENTIAL_STATUSES, search.credentials) }
}
