/** What only a mailed link or a provider brings: GoTrue's names, in the query or the fragment. */
const BROUGHT = ['code', 'access_token', 'error', 'error_code']

/**
 * Where a link belongs that led to the home page instead: it does so when the address that it was to
 * lead to was not allowed. Undefined for ordinary visits.
 */
export function strayedTo(place: { searchStr: string; hash: string }): string | undefined {
  const told = new URLSearchParams(place.searchStr)
  const inFragment = new URLSearchParams(place.hash.replace(/^#/, ''))
  if (!BROUGHT.some((name) => told.has(name) || inFragment.has(name))) return undefined
  told.set('for', 'strayed')
  return `/auth/callback?${told}${inFragment.size > 0 ? `#${inFragment}` : ''}`
}
