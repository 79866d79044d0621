import { Button, Skeleton } from '@mantine/core'
import { sentenceOf } from '@/api/problem'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import type { Fare, Trip } from './queries'
import classes from './Receipt.module.css'
import { formatMiles, formatMinutes, formatPounds, URGENCY_LABEL } from './trip'

interface Line {
  name: string
  note?: string
  cents: keyof Fare
  kind?: 'sum'
}

function linesOf(trip: Trip): Line[] {
  return [
    { name: 'Base fare', cents: 'base_fare_cents' },
    { name: 'Distance', note: formatMiles(trip.miles), cents: 'distance_fee_cents' },
    { name: 'Time', note: formatMinutes(trip.minutes), cents: 'time_fee_cents' },
    { name: 'Urgency', note: URGENCY_LABEL[trip.urgency], cents: 'urgency_fee_cents' },
    { name: 'Extras', note: extrasOf(trip), cents: 'extra_fees_cents' },
    { name: 'Subtotal', cents: 'subtotal_cents', kind: 'sum' },
    { name: 'Taxes', cents: 'taxes_cents' },
  ]
}

function extrasOf(trip: Trip): string {
  const counted = [formatPounds(trip.weight_pounds)]
  if (trip.fragile) counted.push('fragile')
  if (trip.assembly) counted.push('assembly')
  return counted.join(', ')
}

/** The ledger of one fare. It keeps its height in every state, so nothing below it moves. */
export function Receipt(props: {
  trip: Trip
  fare: Fare | undefined
  error: unknown
  waiting: boolean
  paused: boolean
  onTryAgain: () => void
}) {
  const { fare } = props
  return (
    <section className={classes.receipt} aria-label="Fare" aria-busy={props.waiting}>
      <div className={classes.body}>
        {fare ? (
          <dl className={classes.lines} data-waiting={props.waiting || undefined}>
            {linesOf(props.trip).map((line) => (
              <div key={line.name} className={line.kind === 'sum' ? classes.sum : classes.line}>
                <dt>
                  {line.name}
                  {line.note && <span className={classes.note}>{line.note}</span>}
                </dt>
                <dd>
                  <Money cents={Number(fare[line.cents])} />
                </dd>
              </div>
            ))}
          </dl>
        ) : props.paused ? (
          <p className={classes.message} role="status">
            You are offline. The price comes as soon as the connection is back.
          </p>
        ) : props.error && !props.waiting ? (
          <div className={classes.message} role="alert">
            <p>
              <strong>The price could not be calculated.</strong>
            </p>
            <p>{sentenceOf(props.error)}</p>
            <Button variant="default" onClick={props.onTryAgain}>
              Try Again
            </Button>
          </div>
        ) : (
          <div className={classes.lines} role="status" aria-label="Calculating the price">
            {linesOf(props.trip).map((line) => (
              <div key={line.name} className={classes.line}>
                <Skeleton width="38%" height="0.875rem" />
                <Skeleton width="18%" height="0.875rem" />
              </div>
            ))}
          </div>
        )}
      </div>
      <div className={classes.foot}>
        <div className={classes.total}>
          <span>Total</span>
          <output className={classes.amount} aria-label="Total">
            {fare ? <Money cents={fare.total_cents} /> : <span aria-hidden="true">–</span>}
          </output>
        </div>
        <ButtonLink to="/book-service" size="lg" fullWidth>
          Book Now
        </ButtonLink>
      </div>
      <div className={classes.split}>
        {fare && (
          <>
            <div className={classes.shares} aria-hidden="true">
              <span style={{ flexGrow: fare.driver_share_cents }} />
              <span style={{ flexGrow: fare.platform_share_cents }} />
            </div>
            <p>
              Before taxes, about <Money cents={fare.driver_share_cents} /> goes to the driver and{' '}
              <Money cents={fare.platform_share_cents} /> to the platform.
            </p>
          </>
        )}
        <p>A what-if, not a booking. The booking quote is the price you pay.</p>
      </div>
    </section>
  )
}
