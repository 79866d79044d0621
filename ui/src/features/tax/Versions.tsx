import { Skeleton } from '@mantine/core'
import type { TaxRecordChangeOut } from '@/api/generated/types.gen'
import { DataPanel, type PanelQuery } from '@/components/DataPanel'
import { dateOf } from '@/components/time'
import classes from './TaxCenter.module.css'

/** How a record was before each change, the latest first. */
export function Versions(props: {
  query: PanelQuery<{ items: TaxRecordChangeOut[] }>
  wordsOf: (before: TaxRecordChangeOut['before']) => string
}) {
  return (
    <DataPanel
      query={props.query}
      skeleton={<Skeleton height={48} radius="lg" />}
      failure="The earlier versions could not be loaded"
      isEmpty={({ items }) => items.length === 0}
      empty={<p className={classes.quiet}>Nothing of it was changed.</p>}
    >
      {({ items }) => (
        <ul className={classes.list}>
          {items.map((change) => (
            <li key={change.changed_at} className={classes.quiet}>
              Until {dateOf(change.changed_at)}: {props.wordsOf(change.before)}
            </li>
          ))}
        </ul>
      )}
    </DataPanel>
  )
}
