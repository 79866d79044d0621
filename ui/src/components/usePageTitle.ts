import { useEffect } from 'react'

/** What stands on the browser's tab: the page's own words first, which a narrow tab shows. */
export function pageTitle(words: string | undefined): string {
  return words ? `${words} · haulage` : 'haulage'
}

/**
 * Says more of an open page than its route does, such as the number of the order. It waits for the
 * route's own title, which the shell sets while the page is laid out.
 */
export function usePageTitle(words: string) {
  useEffect(() => {
    document.title = pageTitle(words)
  }, [words])
}
