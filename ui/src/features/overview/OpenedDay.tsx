import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getOverviewDayOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { OpenedDayOut } from '@/api/generated/types.gen'
import { FIGURES_REFETCH_MS } from '@/api/refetchIntervals'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { dayWords } from './dayWords'
import { type HourRow, hourRows } from './hours'
import classes from './OpenedDay.module.css'

/** What was paid on one of the platform's days, by service and by hour (ADM-05). */
export function OpenedDay({ day, isToday }: { day: string; isToday: boolean }) {
  const opened = useQuery({
    ...getOverviewDayOptions({ query: { day } }),
    refetchInterval: isToday && FIGURES_REFETCH_MS,
  })
  return (
    <section className={classes.opened} aria-labelledby="opened-day">
      <h3 id="opened-day">{isToday ? `${dayWords(day)}, so far` : dayWords(day)}</h3>
      <DataPanel
        query={opened}
        failure="This day could not be loaded"
        skeleton={<Skeleton height={320} radius="lg" />}
        isEmpty={({ orders }) => orders === 0}
        empty={<p role="status">No order was paid on this day.</p>}
      >
        {(found) => <Figures opened={found} />}
      </DataPanel>
    </section>
  )
}

function Figures({ opened }: { opened: OpenedDayOut }) {
  const { average_cents: average } = opened
  return (
    <>
      <div className={classes.figures}>
        <StatCard label="Revenue" value={formatCents(opened.revenue_cents)} />
        <StatCard label="Orders paid" value={opened.orders} />
        <StatCard label="Average order" value={average === null ? '–' : formatCents(average)} />
      </div>
      <div className={classes.tables}>
        <PaidTable
          caption="By service"
          first="Service"
          rows={opened.by_service.map((row) => ({ ...row, name: SERVICE_NAMES[row.service_type] }))}
        />
        <PaidTable
          caption="By hour, New York time"
          first="Hour"
          rows={hourRows(opened.by_hour, Date.now())}
        />
      </div>
    </>
  )
}

/** Each revenue is drawn behind its figure, as a part of the largest. */
function PaidTable(props: { caption: string; first: string; rows: HourRow[] }) {
  const { caption, first, rows } = props
  const most = Math.max(1, ...rows.map(({ revenue_cents }) => revenue_cents))
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">Orders</th>
          <th scope="col">Revenue</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} data-none={row.orders === 0 || undefined}>
            <th scope="row">{row.name}</th>
            <td>{row.orders}</td>
            <td className={classes.revenue}>
              <span
                className={classes.share}
                style={{ inlineSize: `${(100 * row.revenue_cents) / most}%` }}
              />
              <span className={classes.figure}>{formatCents(row.revenue_cents)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
