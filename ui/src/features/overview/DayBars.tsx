import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { DayOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import classes from './DayBars.module.css'
import { dayWords, shortDayWords } from './dayWords'
import { OpenedDay } from './OpenedDay'

const SERIES = {
  revenue_cents: { label: 'Revenue', words: formatCents },
  orders: { label: 'Orders', words: String },
  deliveries: { label: 'Deliveries', words: String },
  refunded_cents: { label: 'Refunds', words: formatCents },
} as const
type Key = keyof typeof SERIES
const KEYS = Object.keys(SERIES) as Key[]

/** One column a day of the last thirty, the last of them today; each opens (ADM-05). */
export function DayBars({ days }: { days: DayOut[] }) {
  const [key, setKey] = useState<Key>('revenue_cents')
  const [opened, setOpened] = useState<string>()
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
      <div className={classes.columns}>
        {days.map((day, place) => (
          // By keyboard days are chosen from the list below: thirty stops would be in the way.
          <button
            key={day.day}
            type="button"
            tabIndex={-1}
            className={classes.column}
            data-today={place === days.length - 1 || undefined}
            aria-pressed={day.day === opened}
            aria-label={`Show ${dayWords(day.day)}`}
            title={`${dayWords(day.day)}: ${words(day[key])}`}
            onClick={() => setOpened(day.day === opened ? undefined : day.day)}
          >
            <span className={classes.room}>
              <span
                className={classes.bar}
                style={{
                  blockSize: `${day[key] === 0 ? 0 : Math.max(1, (100 * day[key]) / most)}%`,
                }}
              />
            </span>
            <span className={classes.date}>
              {place % 7 === (days.length - 1) % 7 ? shortDayWords(day.day) : ''}
            </span>
          </button>
        ))}
      </div>
      <NativeSelect
        className={classes.select}
        label="Show day"
        data={[
          { value: '', label: 'None' },
          ...days.toReversed().map(({ day }) => ({ value: day, label: dayWords(day) })),
        ]}
        value={opened ?? ''}
        onChange={({ currentTarget }) => setOpened(currentTarget.value || undefined)}
      />
      {opened && <OpenedDay day={opened} isToday={opened === days.at(-1)?.day} />}
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
                <th scope="row">{dayWords(day.day)}</th>
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
