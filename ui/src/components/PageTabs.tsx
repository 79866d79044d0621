import { Link } from '@tanstack/react-router'
import classes from './PageTabs.module.css'

/** The tabs of a page, each with an address of its own. */
export function PageTabs<Tab extends string>(props: {
  /** Names the tabs to a screen reader. */
  title: string
  to: '/dashboard' | '/driver-dashboard'
  /** The label of each tab under its word in the address. */
  tabs: Record<Tab, string>
  /** The tab that needs no word in the address. */
  first: Tab
  open: Tab
}) {
  const { title, to, tabs, first, open } = props
  return (
    <nav className={classes.tabs} aria-label={title}>
      {(Object.keys(tabs) as Tab[]).map((each) => (
        <Link
          key={each}
          ref={each === open ? scrollIntoView : undefined}
          to={to}
          search={{ tab: each === first ? undefined : each }}
          aria-current={each === open ? 'page' : undefined}
          // Of all the tabs one is open, whatever else stands in the address.
          activeOptions={{ exact: true, explicitUndefined: true }}
          activeProps={{}}
          resetScroll={false}
        >
          {tabs[each]}
        </Link>
      ))}
    </nav>
  )
}

/** On a narrow screen the tabs are wider than it is, and the one that is open may be any. */
function scrollIntoView(tab: HTMLAnchorElement | null) {
  const row = tab?.parentElement
  if (row)
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
