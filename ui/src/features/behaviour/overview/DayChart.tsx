import type { DriverReportOut } from '@/api/generated/types.gen'
import { dayWords, weekday } from '../labels'
import { lengthOf, shifted } from '../search'
import classes from './DayChart.module.css'

const LABELS = 7

/** One column a day, as high as its overall score; days without driving stay empty. */
export default function DayChart({ report }: { report: DriverReportOut }) {
  const scored = new Map(report.days.map(({ day, metrics }) => [day, metrics]))
  const count = lengthOf(report.first_day, report.last_day)
  const days = Array.from({ length: count }, (_, n) => shifted(report.first_day, n))
  const every = Math.ceil(count / LABELS)
  const label = count <= LABELS ? weekday : dayWords
  return (
    <figure className={classes.chart}>
      <div className={classes.columns} aria-hidden="true">
        {days.map((day, place) => {
          const score = scored.get(day)?.overall_score
          return (
            <div key={day} className={classes.column}>
              <div className={classes.room}>
                {score !== undefined && (
                  <div
                    className={classes.bar}
                    style={{ blockSize: `${Math.max(2, score)}%` }}
                    title={`${dayWords(day)}: ${score} of 100`}
                  >
                    {count <= LABELS && <span>{Math.round(score)}</span>}
                  </div>
                )}
              </div>
              <p>{place % every === 0 ? label(day) : ''}</p>
            </div>
          )
        })}
      </div>
      <div className={classes.table}>
        <table>
          <caption>Overall score by day</caption>
          <tbody>
            {report.days.map(({ day, metrics }) => (
              <tr key={day}>
                <th scope="row">{dayWords(day, true)}</th>
                <td>{metrics.overall_score} of 100</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
