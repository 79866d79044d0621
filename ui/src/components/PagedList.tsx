import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataPanel, type PanelQuery } from './DataPanel'
import classes from './PagedList.module.css'
import { type NextPage, ShowOlder } from './ShowOlder'

/** The part of an infinite query that a list looks at. */
export type PagedQuery<T> = PanelQuery<T[]> & NextPage

/** A list that an operator works through: its heading, what narrows it, and its pages on demand. */
export function PagedList<T>(props: {
  title: string
  /** Beside the heading. */
  tools?: ReactNode
  /** Between the heading and the list. */
  above?: ReactNode
  /** The names of its columns, where it has any: what is wider than the screen is scrolled with them. */
  head?: ReactNode
  query: PagedQuery<T>
  failure: string
  empty: ReactNode
  /** What there are more of, as in "Show older jobs". */
  what: string
  keyOf: (item: T) => string
  /** One frame with lines in it, or a card for each. */
  look?: 'lines' | 'cards'
  skeletonHeight?: number
  children: (item: T) => ReactNode
}) {
  const { query } = props
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <h2 className={classes.heading}>{props.title}</h2>
        {props.tools && <div className={classes.tools}>{props.tools}</div>}
      </div>
      {props.above}
      <DataPanel
        query={query}
        failure={props.failure}
        skeleton={<Skeleton height={props.skeletonHeight ?? 320} radius="lg" />}
        isEmpty={(list) => list.length === 0}
        empty={props.empty}
      >
        {(list) => (
          <>
            <div
              className={classes.frame}
              data-look={props.look ?? 'lines'}
              data-columns={props.head ? true : undefined}
            >
              {props.head}
              <ul className={classes.list}>
                {list.map((item) => (
                  <li key={props.keyOf(item)}>{props.children(item)}</li>
                ))}
              </ul>
            </div>
            <ShowOlder query={query} what={props.what} />
          </>
        )}
      </DataPanel>
    </div>
  )
}
