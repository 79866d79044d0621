import type { ReactNode } from 'react'
import classes from './CaseList.module.css'
import { EmptyState } from './EmptyState'
import { PagedList, type PagedQuery } from './PagedList'
import { type Status, StatusBadge } from './StatusBadge'

/** What somebody claims and an administrator decides, with those that are to be decided first to see. */
export function CaseList<T>(props: {
  title: string
  query: PagedQuery<T>
  onlyOpen: boolean
  onOnlyOpen: (onlyOpen: boolean) => void
  failure: string
  /** What stands where there is none at all. */
  none: string
  icon: ReactNode
  what: string
  /** Beside what narrows it. */
  tools?: ReactNode
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}) {
  return (
    <PagedList
      title={props.title}
      look="cards"
      query={props.query}
      failure={props.failure}
      what={props.what}
      keyOf={props.keyOf}
      tools={
        <div className={classes.tools}>
          <label className={classes.filter}>
            <input
              type="checkbox"
              checked={props.onlyOpen}
              onChange={(event) => props.onOnlyOpen(event.currentTarget.checked)}
            />
            Open cases only
          </label>
          {props.tools}
        </div>
      }
      empty={
        <EmptyState icon={props.icon} title={props.onlyOpen ? 'Nothing to decide' : props.none} />
      }
    >
      {props.children}
    </PagedList>
  )
}

/** One of them: what it is about, what was said, what came of it, and what can be done. */
export function Case(props: {
  name: string
  title: ReactNode
  badge: { status: Status; label: string }
  note: ReactNode
  statement: string
  decided: string | null
  actions: ReactNode
  children?: ReactNode
}) {
  return (
    <article className={classes.case} aria-label={props.name}>
      <header className={classes.head}>
        <h3>{props.title}</h3>
        <StatusBadge {...props.badge} />
      </header>
      <p className={classes.note}>{props.note}</p>
      <blockquote className={classes.statement}>{props.statement}</blockquote>
      {props.decided && <p className={classes.note}>{props.decided}</p>}
      {props.actions && <div className={classes.actions}>{props.actions}</div>}
      {props.children}
    </article>
  )
}
