import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataPanel, type PanelQuery } from '@/components/DataPanel'
import { Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import classes from './TaxCenter.module.css'

type LedgerEntry = { transaction_id: string; cents: number }

/** Entries of the books behind a figure, each with what it is and what it is about. */
export function LedgerEntries<Entry extends LedgerEntry>(props: {
  query: PanelQuery<Entry[]> & Parameters<typeof ShowOlder>[0]['query']
  empty?: ReactNode
  name: (entry: Entry) => string
  about: (entry: Entry) => string
}) {
  return (
    <DataPanel
      query={props.query}
      skeleton={<Skeleton height={120} radius="lg" />}
      failure="The entries could not be loaded"
      isEmpty={(entries) => entries.length === 0}
      empty={props.empty}
    >
      {(entries) => (
        <>
          <ul className={classes.list}>
            {entries.map((entry) => (
              <li key={entry.transaction_id} className={classes.card}>
                <div className={classes.line}>
                  <span>{props.name(entry)}</span>
                  <span className={classes.amount}>
                    <Money cents={entry.cents} />
                  </span>
                </div>
                <p className={classes.quiet}>{props.about(entry)}</p>
              </li>
            ))}
          </ul>
          <ShowOlder query={props.query} what="entries" />
        </>
      )}
    </DataPanel>
  )
}
