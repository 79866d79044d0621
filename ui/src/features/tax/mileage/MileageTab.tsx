import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconRoad } from '@tabler/icons-react'
import { useState } from 'react'
import { exportMileage } from '@/api/generated/sdk.gen'
import type { DrivenForOrderOut, MileageEntryOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { StatCard } from '@/components/StatCard'
import { calendarDay } from '../labels'
import { type DriverYear, useMileage } from '../queries'
import { SaveCsv } from '../SaveCsv'
import classes from '../TaxCenter.module.css'
import { DrivenWith } from './DrivenWith'
import { EntryCard } from './EntryCard'
import { EntryForm } from './EntryForm'
import { useMileageEntries } from './queries'

/** The miles driven with orders, which are there by themselves, and those that one writes down. */
export function MileageTab({ of }: { of: DriverYear }) {
  const [open, setOpen] = useState<{ known?: MileageEntryOut } | null>(null)
  const log = useMileage(of)
  const entries = useMileageEntries(of)
  const written = entries.data?.items ?? []
  const hasOrders = (log.data?.items.length ?? 0) > 0
  return (
    <div className={classes.tab}>
      <div className={classes.actions}>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpen({})}>
          Add Mileage
        </Button>
        {(hasOrders || written.length > 0) && (
          <SaveCsv
            name={`haulage-mileage-${of.year}.csv`}
            load={async () => {
              const path = { driver_id: of.driverId, tax_year: of.year }
              const { data } = await exportMileage({ path, throwOnError: true, parseAs: 'text' })
              return String(data)
            }}
          />
        )}
      </div>
      <DataPanel
        query={entries}
        skeleton={<Skeleton height={88} radius="lg" />}
        failure="The mileage that you wrote down could not be loaded"
        isEmpty={() => false}
        empty={null}
      >
        {({ sums, items }) =>
          items.length > 0 && (
            <section>
              <h3>Written down</h3>
              {sums !== undefined && sums.personal_miles > 0 && (
                <p className={classes.quiet}>
                  {milesWords(sums.personal_miles)} personal, which do not count
                </p>
              )}
              <ul className={classes.list}>
                {items.map((entry) => (
                  <li key={entry.id} className={classes.card}>
                    <EntryCard
                      driverId={of.driverId}
                      entry={entry}
                      onEdit={() => setOpen({ known: entry })}
                    />
                  </li>
                ))}
              </ul>
              <ShowOlder query={entries} what="entries" />
            </section>
          )
        }
      </DataPanel>
      <Log
        query={log}
        year={of.year}
        isEmpty={!hasOrders && entries.isSuccess && written.length === 0}
      />
      {open && (
        <EntryForm driverId={of.driverId} known={open.known} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

function Log(props: { query: ReturnType<typeof useMileage>; year: number; isEmpty: boolean }) {
  const { query, year, isEmpty } = props
  return (
    <DataPanel
      query={query}
      skeleton={<Skeleton height={320} radius="lg" />}
      failure="Your mileage log could not be loaded"
      isEmpty={() => isEmpty}
      empty={
        <EmptyState icon={<IconRoad size={28} />} title={`No mileage logs for ${year}`}>
          <p>Each order that you drive for is written down by itself.</p>
        </EmptyState>
      }
    >
      {({ sums, items }) => (
        <>
          <section aria-label="Sums of the year" className={classes.figures}>
            <StatCard
              label="Business miles"
              value={businessMiles(sums)}
              hint={sums?.waiting ? waitingWords(sums.waiting) : undefined}
            />
            <StatCard
              label="Mileage deduction"
              value={<Money cents={sums?.deduction_cents ?? 0} />}
            />
          </section>
          {items.length > 0 && (
            <section>
              <h3>With orders</h3>
              {sums !== undefined && sums.waiting > 0 && (
                <p className={classes.quiet}>
                  The miles of an order are worked out a week after it began, when your device has
                  sent every position. Until then Performance Analytics shows how far you drove.
                </p>
              )}
              <ul className={classes.list}>
                {items.map((driven) => (
                  <li key={driven.order_id} className={classes.card}>
                    <Driven driven={driven} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <ShowOlder query={query} what="trips" />
        </>
      )}
    </DataPanel>
  )
}

function Driven({ driven }: { driven: DrivenForOrderOut }) {
  return (
    <>
      <div className={classes.line}>
        <span>
          Order #{driven.order_number}, {calendarDay(driven.date)}
        </span>
        <span className={classes.amount}>{milesOf(driven)}</span>
      </div>
      <p className={classes.quiet}>
        {driven.from_area} to {driven.to_area}
      </p>
      <DrivenWith driven={driven} />
      {driven.deduction_cents !== null && (
        <p className={classes.quiet}>
          <Money cents={driven.deduction_cents} /> at ${driven.dollars_per_mile} a mile
          {driven.is_rate_provisional && ' (provisional)'}
        </p>
      )}
    </>
  )
}

function milesOf(driven: DrivenForOrderOut): string {
  if (driven.business_miles !== null) return milesWords(driven.business_miles)
  return driven.is_worked_out ? 'No positions' : 'Not worked out yet'
}

/** Before a first order is worked out a zero would say that nothing was driven. */
function businessMiles(sums: { business_miles: number; waiting: number } | null | undefined) {
  if (!sums?.business_miles && sums?.waiting) return 'Not yet'
  return (sums?.business_miles ?? 0).toLocaleString('en-US')
}

function waitingWords(orders: number): string {
  return orders === 1 ? '1 order is not worked out yet' : `${orders} orders are not worked out yet`
}

function milesWords(miles: number): string {
  return `${miles.toLocaleString('en-US')} mi`
}
