import { Skeleton } from '@mantine/core'
import { IconRoad } from '@tabler/icons-react'
import { exportMileage } from '@/api/generated/sdk.gen'
import type { DrivenForOrderOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { StatCard } from '@/components/StatCard'
import { calendarDay } from './labels'
import { type DriverYear, useMileage } from './queries'
import { SaveCsv } from './SaveCsv'
import classes from './TaxCenter.module.css'

/** The miles driven with orders, at the rate of each day. */
export function MileageTab({ of }: { of: DriverYear }) {
  const query = useMileage(of)
  return (
    <DataPanel
      query={query}
      skeleton={<Skeleton height={320} radius="lg" />}
      failure="Your mileage log could not be loaded"
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState icon={<IconRoad size={28} />} title={`No mileage logs for ${of.year}`}>
          <p>Each order that you drive for is written down by itself.</p>
        </EmptyState>
      }
    >
      {({ sums, items }) => (
        <div className={classes.tab}>
          <section aria-label="Sums of the year" className={classes.figures}>
            <StatCard
              label="Business miles"
              value={(sums?.business_miles ?? 0).toLocaleString('en-US')}
              hint={sums?.waiting ? `${sums.waiting} orders are not worked out yet` : undefined}
            />
            <StatCard
              label="Mileage deduction"
              value={<Money cents={sums?.deduction_cents ?? 0} />}
            />
          </section>
          <div className={classes.actions}>
            <SaveCsv
              name={`haulage-mileage-${of.year}.csv`}
              load={async () => {
                const path = { driver_id: of.driverId, tax_year: of.year }
                const { data } = await exportMileage({ path, throwOnError: true, parseAs: 'text' })
                return String(data)
              }}
            />
          </div>
          <ul className={classes.list}>
            {items.map((driven) => (
              <li key={driven.order_id} className={classes.card}>
                <Driven driven={driven} />
              </li>
            ))}
          </ul>
          <ShowOlder query={query} what="trips" />
        </div>
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
  if (driven.business_miles !== null) return `${driven.business_miles.toLocaleString('en-US')} mi`
  return driven.is_worked_out ? 'No positions' : 'Not worked out yet'
}
