import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import type { PayoutEligibilityOut, WeekEarningsOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents, Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { MONEY } from '@/shared/payouts/moneyWords'
import { useStanding, useWeeks } from '../payouts/queries'
import { weekName } from '../payouts/weeks/weekName'
import classes from './Earnings.module.css'

/** What this week brought, by the books, and where the driver's money is now. */
export function ThisWeek({ driverId }: { driverId: string }) {
  const title = useId()
  const weeks = useWeeks(driverId)
  const standing = useStanding(driverId)
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.name}>
        Earned this week
      </h2>
      <DataPanel
        query={weeks}
        failure="Your week could not be loaded"
        skeleton={<WeekToCome />}
        isEmpty={(list) => list.length === 0}
        empty={null}
      >
        {(list) =>
          standing.isPending ? (
            <WeekToCome />
          ) : (
            <div className={classes.week}>
              <Week week={list.at(-1)} />
              <Places standing={standing.data} />
              <div className={classes.actions}>
                <ButtonLink to="/driver-dashboard" search={{ tab: 'instant-payouts' }}>
                  Get Paid
                </ButtonLink>
                <ButtonLink to="/driver-dashboard" search={{ tab: 'payouts' }} variant="default">
                  All Weeks
                </ButtonLink>
                <ButtonLink to="/driver-dashboard" search={{ tab: 'tax-center' }} variant="default">
                  Tax Center
                </ButtonLink>
              </div>
            </div>
          )
        }
      </DataPanel>
    </section>
  )
}

function Week({ week }: { week: WeekEarningsOut | undefined }) {
  if (!week) return null
  return (
    <div>
      <p className={classes.sum}>
        <Money cents={week.total_cents} />
      </p>
      <p className={classes.quiet}>
        {weekName(week)}, so far: {formatCents(week.earnings_cents)} for orders,{' '}
        {formatCents(week.tips_cents)} in tips, after refunds
      </p>
    </div>
  )
}

const PLACES = [
  ['available_cents', MONEY.balance],
  ['in_transit_cents', MONEY.onItsWay],
  ['unsent_cents', MONEY.unsent],
] as const satisfies [keyof PayoutEligibilityOut, string][]

/** As high as the week with its two lines, so that nothing under it moves. */
function WeekToCome() {
  return <Skeleton className={classes.toCome} radius="md" />
}

/** The balance and what is on its way, and what waits where there is any. */
function Places({ standing: data }: { standing: PayoutEligibilityOut | undefined }) {
  return (
    <dl className={classes.places}>
      {PLACES.filter(([place]) => place !== 'unsent_cents' || (data?.[place] ?? 0) > 0).map(
        ([place, name]) => (
          <div key={place}>
            <dt>{name}</dt>
            <dd>{data ? <Money cents={data[place]} /> : '–'}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
