import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMileageEntryChangesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { MileageEntryOut, MileagePurpose, TaxRecordChangeOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { dateOf } from '@/components/time'
import { calendarDay } from '../labels'
import classes from '../TaxCenter.module.css'
import { PURPOSES } from './labels'

/** How an entry was before each change: asked for once it is opened. */
export function EarlierEntries(props: { driverId: string; entry: MileageEntryOut }) {
  const { driverId, entry } = props
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...listMileageEntryChangesOptions({ path: { driver_id: driverId, entry_id: entry.id } }),
    enabled: isOpen,
  })
  return (
    <details
      className={classes.details}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Earlier versions</summary>
      {isOpen && (
        <DataPanel
          query={query}
          skeleton={<Skeleton height={48} radius="lg" />}
          failure="The earlier versions could not be loaded"
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={classes.quiet}>Nothing of it was changed.</p>}
        >
          {({ items }) => (
            <ul className={classes.list}>
              {items.map((change) => (
                <li key={change.changed_at} className={classes.quiet}>
                  Until {dateOf(change.changed_at)}: {wordsOf(change)}
                </li>
              ))}
            </ul>
          )}
        </DataPanel>
      )}
    </details>
  )
}

function wordsOf({ before }: TaxRecordChangeOut): string {
  const { date, miles, purpose, from_place: from, to_place: to, note } = before
  const { vehicle_used: vehicle, fuel_cost_cents: fuel } = before
  const places = [from, to].filter(Boolean).join(' to ')
  return [
    calendarDay(String(date)),
    `${Number(miles).toLocaleString('en-US')} mi`,
    PURPOSES[purpose as MileagePurpose],
    places,
    String(note),
    String(vehicle ?? ''),
    typeof fuel === 'number' ? `fuel ${formatCents(fuel)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
