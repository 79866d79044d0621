import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './DashboardFrame.module.css'
import { PageFrame } from './PageFrame'

type Props<Tab extends string> = {
  title: string
  /** What is done from any tab, at the end of the title's line. */
  actions?: ReactNode
  /** What there is to say of the whole page, each below the other. */
  notices?: ReactNode
  /** Three or four StatCards. */
  figures?: ReactNode
  to: '/dashboard' | '/driver-dashboard' | '/admin'
  /** The label of each tab under its word in the address. */
  tabs: Record<Tab, string>
  /** The tab that needs no word in the address. */
  first: Tab
  open: Tab
  children: ReactNode
}

/** A page of tabs: its title, its figures, and the content of the tab that is open. */
export function DashboardFrame<Tab extends string>(props: Props<Tab>) {
  return (
    <PageFrame title={props.title} actions={props.actions}>
      <div className={classes.notices}>{props.notices}</div>
      {props.figures && <div className={classes.figures}>{props.figures}</div>}
      <Tabs {...props} />
      <section aria-label={props.tabs[props.open]}>{props.children}</section>
    </PageFrame>
  )
}

function Tabs<Tab extends string>({ title, to, tabs, first, open }: Props<Tab>) {
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
