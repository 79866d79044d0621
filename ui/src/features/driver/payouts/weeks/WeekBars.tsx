import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { WeekEarningsOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { useWeeks } from '../queries'
import classes from './WeekBars.module.css'
import { shortDay, weekName } from './weekName'

/** What each of the last twelve weeks brought, by the books; each opens to fares and tips (OUT-02). */
export function WeekBars({ driverId }: { driverId: string }) {
  const weeks = useWeeks(driverId)
  return (
    <section className={classes.card} aria-label="Weekly Earnings">
      <h3>Weekly Earnings</h3>
      <DataPanel
        query={weeks}
        failure="Your weekly earnings could not be loaded"
        skeleton={<Skeleton height={220} radius="md" />}
      >
        {(found) => <Bars weeks={found} />}
      </DataPanel>
    </section>
  )
}

function Bars({ weeks }: { weeks: WeekEarningsOut[] }) {
  const [place, setPlace] = useState(weeks.length - 1)
  const most = Math.max(1, ...weeks.map((week) => week.total_cents))
  const opened = weeks[place]
  return (
    <>
      {opened && (
        <p className={classes.opened} aria-live="polite">
          <strong>{formatCents(opened.total_cents)}</strong>
          <span>
            {weekName(opened)}
            {place === weeks.length - 1 && ', so far'}: {formatCents(opened.earnings_cents)} for
            orders, {formatCents(opened.tips_cents)} in tips, after refunds
          </span>
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that nobody sees */}
      <div className={classes.columns} role="group" aria-label="Weeks">
        {weeks.map((week, index) => (
          <button
            key={week.first_day}
            type="button"
            className={classes.column}
            aria-pressed={index === place}
            aria-label={`${weekName(week)}: ${formatCents(week.total_cents)}`}
            onClick={() => setPlace(index)}
          >
            <span className={classes.room}>
              <span className={classes.bar} style={{ blockSize: height(week.total_cents, most) }} />
            </span>
            <span className={classes.date} aria-hidden="true">
              {(weeks.length - 1 - index) % 3 === 0 ? shortDay(week.first_day) : ''}
            </span>
          </button>
        ))}
      </div>
      {weeks.every((week) => week.total_cents === 0) && (
        <p className={classes.quiet}>Nothing was earned in these weeks.</p>
      )}
    </>
  )
}

function height(cents: number, most: number): string {
  return cents <= 0 ? '0' : `${Math.max(1, (100 * cents) / most)}%`
}
