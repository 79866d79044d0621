import { Button } from '@mantine/core'
import { sentenceOf } from '@/api/problem'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { FareLines, FareLinesToCome } from '@/shared/fare/FareLines'
import { calculatorLines, LINES_OF_A_FARE } from '@/shared/fare/lines'
import type { CalculatedFare, Trip } from '@/shared/fare/queries'
import classes from './Receipt.module.css'

/** The ledger of one fare. It keeps its height in every state, so nothing below it moves. */
export function Receipt(props: {
  trip: Trip
  fare: CalculatedFare | undefined
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
          <FareLines lines={calculatorLines(props.trip, fare)} waiting={props.waiting} />
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
          <FareLinesToCome count={LINES_OF_A_FARE} />
        )}
      </div>
      <div className={classes.foot}>
        <div className={classes.total}>
          <span>{fare && !fare.tax_known ? 'Total before tax' : 'Total'}</span>
          <output className={classes.amount} aria-label="Total">
            {fare ? <Money cents={fare.total_cents} /> : <span aria-hidden="true">–</span>}
          </output>
        </div>
        <ButtonLink to="/book-service" size="lg" fullWidth>
          Book Now
        </ButtonLink>
      </div>
      <div className={classes.split}>
        {fare?.shares_apply && (
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
        <p>
          A what-if, not a booking.{' '}
          {fare?.is_charged === false
            ? 'Drivers set their own rates: you pay the price of the one you choose, and see it first.'
            : 'The booking quote is the price you pay.'}
        </p>
      </div>
    </section>
  )
}
