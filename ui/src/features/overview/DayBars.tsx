import { useState } from 'react'
import type { DayOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import classes from './DayBars.module.css'

const SERIES = {
  revenue_cents: { label: 'Revenue', words: formatCents },
  orders: { label: 'Orders', words: String },
  deliveries: { label: 'Deliveries', words: String },
  refunded_cents: { label: 'Refunds', words: formatCents },
} as const
type Key = keyof typeof SERIES
const KEYS = Object.keys(SERIES) as Key[]

/** A day without a zone: it is the platform's own already. */
const dayWords = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** One column a day of the last thirty, the last of them today. */
export function DayBars({ days }: { days: DayOut[] }) {
  const [key, setKey] = useState<Key>('revenue_cents')
  const { label, words } = SERIES[key]
  const most = Math.max(1, ...days.map((day) => day[key]))
  const total = days.reduce((sum, day) => sum + day[key], 0)
  return (
    <section className={classes.panel} aria-labelledby="days">
      <div className={classes.top}>
        <h2 id="days">Last {days.length} days</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that nobody sees */}
        <div className={classes.choice} role="group" aria-label="What the columns show">
          {KEYS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === key}
              onClick={() => setKey(each)}
            >
              {SERIES[each].label}
            </button>
          ))}
        </div>
      </div>
      <p className={classes.total} aria-live="polite">
        {label}: {words(total)} in all
      </p>
      <div className={classes.columns} aria-hidden="true">
        {days.map((day, place) => (
          <div
            key={day.day}
            className={classes.column}
            data-today={place === days.length - 1 || undefined}
            title={`${dayWords.format(dateOf(day))}: ${words(day[key])}`}
          >
            <div className={classes.room}>
              <div
                className={classes.bar}
                style={{
                  blockSize: `${day[key] === 0 ? 0 : Math.max(1, (100 * day[key]) / most)}%`,
                }}
              />
            </div>
            <p>{place % 7 === (days.length - 1) % 7 ? short.format(dateOf(day)) : ''}</p>
          </div>
        ))}
      </div>
      <div className={classes.table}>
        <table>
          <caption>Figures by day, New York time</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {KEYS.map((each) => (
                <th key={each} scope="col">
                  {SERIES[each].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayWords.format(dateOf(day))}</th>
                {KEYS.map((each) => (
                  <td key={each}>{SERIES[each].words(day[each])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const dateOf = ({ day }: DayOut) => Date.parse(`${day}T00:00:00Z`)
