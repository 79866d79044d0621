/** What only a mailed link or a provider brings: GoTrue's names, in the query or the fragment. */
const BROUGHT = ['code', 'access_token', 'error', 'error_code']

/**
 * Where a link belongs that led to the home page instead: it does so when the address that it was to
 * lead to was not allowed. Undefined for ordinary visits.
 */
export function misdirectedLinkTarget(place: {
  searchStr: string
  hash: string
}): string | undefined {
  const params = new URLSearchParams(place.searchStr)
  const inFragment = new URLSearchParams(place.hash.replace(/^#/, ''))
  if (!BROUGHT.some((name) => params.has(name) || inFragment.has(name))) return undefined
  params.set('for', 'strayed')
  return `/auth/callback?${params}${inFragment.size > 0 ? `#${inFragment}` : ''}`
}
