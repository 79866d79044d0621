export type TabSearch = { tab?: string }

/** Reads `?tab=` (ORD-13). Which tabs there are is the dashboard's business; the key always is there. */
export function tabSearch(search: Record<string, unknown>): TabSearch {
  return { tab: typeof search.tab === 'string' && search.tab !== '' ? search.tab : undefined }
}
