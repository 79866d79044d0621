import type { ServiceSpendingOut, ServiceType, TaxYearOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import classes from './MonthBars.module.css'

const SERVICES = Object.keys(SERVICE_NAMES) as ServiceType[]
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Rounded up to one of these times a power of ten, so that the axis ends at a plain figure. */
const STEPS = [1, 2, 2.5, 5, 10]

/** Twelve bars, stacked by service. For those who cannot see them the same is a table. */
export function MonthBars({ year }: { year: TaxYearOut }) {
  const top = plainTop(Math.max(...year.by_month.map(totalOf)))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>Spending by month</figcaption>
      <div className={classes.chart} aria-hidden="true">
        <div className={classes.scale}>
          <span>{formatCents(top)}</span>
          <span>{formatCents(top / 2)}</span>
          <span>$0</span>
        </div>
        <div className={classes.bars}>
          {year.by_month.map((month, index) => (
            <div
              key={MONTHS[index]}
              className={classes.month}
              title={`${MONTHS[index]}: ${formatCents(totalOf(month))}`}
            >
              <div className={classes.stack}>
                {SERVICES.map((service) => (
                  <span
                    key={service}
                    data-service={service}
                    style={{ height: `${(100 * centsOf(month, service)) / top}%` }}
                  />
                ))}
              </div>
              <span className={classes.name}>{MONTHS[index]?.slice(0, 3)}</span>
            </div>
          ))}
        </div>
      </div>
      <div className={classes.hidden}>
        <table>
          <caption>Spending by month and service in {year.tax_year}</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {SERVICES.map((service) => (
                <th key={service} scope="col">
                  {SERVICE_NAMES[service]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {year.by_month.map((month, index) => (
              <tr key={MONTHS[index]}>
                <th scope="row">{MONTHS[index]}</th>
                {SERVICES.map((service) => (
                  <td key={service}>{formatCents(centsOf(month, service))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function centsOf(month: ServiceSpendingOut, service: ServiceType): number {
  return Math.max(0, month[`${service}_cents`])
}

function totalOf(month: ServiceSpendingOut): number {
  return SERVICES.reduce((sum, service) => sum + centsOf(month, service), 0)
}

/** The smallest plain figure that is not below *cents*, and $100 where nothing was spent. */
export function plainTop(cents: number): number {
  if (cents <= 0) return 100_00
  const power = 10 ** Math.floor(Math.log10(cents))
  const step = STEPS.find((each) => each * power >= cents) ?? 10
  return step * power
}
