import { textParam } from '@/components/filters/searchParams'

/** The background checks' part of the admin page's address. Every page carries this file: which words make
 * sense is known where the list is. */
export interface ScreeningsSearch {
  /** Without it those that wait for a reviewer. */
  screenings?: string
  /** Only those that were opened so long ago. */
  opened?: string
}

export function screeningsSearch(search: Record<string, unknown>): ScreeningsSearch {
  return { screenings: textParam(search.screenings), opened: textParam(search.opened) }
}
