import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import classes from './PageTabs.module.css'

/** The tabs of a page, each with an address of its own. */
export function PageTabs<Tab extends string>(props: {
  /** Names the tabs to a screen reader. */
  title: string
  to: '/dashboard' | '/driver-dashboard'
  /** The label of each tab under its word in the address. */
  tabs: Record<Tab, string>
  /** What is on each. On a narrow screen, which has no room for them all, a button then unfolds them as a list. */
  hints?: Record<Tab, string>
  /** The tab that needs no word in the address. */
  first: Tab
  open: Tab
}) {
  const { title, to, tabs, hints, first, open } = props
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <nav
      className={classes.nav}
      aria-label={title}
      data-unfolded={unfolded || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setUnfolded(false)}
    >
      <div id={id} className={classes.tabs}>
        {(Object.keys(tabs) as Tab[]).map((each) => (
          <Link
            key={each}
            ref={each === open && !unfolded ? scrollIntoView : undefined}
            to={to}
            search={{ tab: each === first ? undefined : each }}
            aria-current={each === open ? 'page' : undefined}
            // Of all the tabs one is open, whatever else stands in the address.
            activeOptions={{ exact: true, explicitUndefined: true }}
            activeProps={{}}
            resetScroll={false}
            onClick={() => setUnfolded(false)}
          >
            {tabs[each]}
            {hints && unfolded && <small>{hints[each]}</small>}
          </Link>
        ))}
      </div>
      {hints && (
        <button
          type="button"
          className={classes.all}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Less' : 'More'}
          <IconChevronDown size={18} aria-hidden="true" />
        </button>
      )}
    </nav>
  )
}

/** On a narrow screen the tabs are wider than it is, and the one that is open may be any. */
function scrollIntoView(tab: HTMLAnchorElement | null) {
  const row = tab?.parentElement
  if (row)
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
