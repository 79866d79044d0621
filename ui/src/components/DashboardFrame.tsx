import type { ReactNode } from 'react'
import classes from './DashboardFrame.module.css'
import { PageFrame } from './PageFrame'
import { PageTabs } from './PageTabs'

type Props<Tab extends string> = {
  title: string
  /** What is done from any tab, at the end of the title's line. */
  actions?: ReactNode
  /** What there is to say of the whole page, each below the other. */
  notices?: ReactNode
  /** Three or four StatCards. */
  figures?: ReactNode
  to: '/dashboard'
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
      <div className={classes.tabs}>
        <PageTabs {...props} />
      </div>
      <section aria-label={props.tabs[props.open]}>{props.children}</section>
    </PageFrame>
  )
}
