import type {
  DeliveryOut,
  EarningsLine,
  GeofenceEventType,
  PayoutOut,
} from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { clockTime } from '@/components/time'
import classes from './DeliveryFacts.module.css'

const LINE = {
  subtotal: 'Fare before tax',
  processing_fee: 'Card processing',
  platform_share: 'Platform share',
  base: 'Base',
  time: 'Time',
  distance: 'Distance',
  bonus: 'Bonus for finishing early',
  limit: 'Limited to the net fare',
  given_back: 'Given back to the customer',
} satisfies Record<EarningsLine, string>

const CROSSED = {
  pickup_enter: 'Arrived at the pickup',
  pickup_leave: 'Left the pickup with the items',
  dropoff_enter: 'Arrived at the delivery',
} satisfies Record<GeofenceEventType, string>

/** What it pays, line by line, and which circles were crossed (DRV-14). */
export function DeliveryFacts({ delivery }: { delivery: DeliveryOut }) {
  return (
    <div className={classes.facts}>
      <Payout delivery={delivery} />
      <Events delivery={delivery} />
    </div>
  )
}

function Payout({ delivery }: { delivery: DeliveryOut }) {
  const payout = delivery.payout_calculation
  if (!payout) return null
  return (
    <details className={classes.fold}>
      <summary>
        <span>{payout.is_earned ? earned(payout) : 'Estimated payout'}</span>
        <strong>
          <Money cents={payout.driver_cents} />
        </strong>
      </summary>
      <dl className={classes.lines}>
        {payout.lines.map(({ line, cents }) => (
          <div key={line}>
            <dt>{LINE[line]}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      {payout.is_frozen && <p className={classes.note}>Held while a dispute is looked into.</p>}
    </details>
  )
}

function earned({ lines }: PayoutOut): string {
  const isRefunded = lines.some(({ line }) => line === 'given_back')
  return isRefunded ? 'You earned, after refunds' : 'You earned'
}

function Events({ delivery }: { delivery: DeliveryOut }) {
  const events = delivery.geofence_events
  // Of a job that is done nothing is missing where the buttons said it all.
  if (events.length === 0 && delivery.status === 'completed') return null
  return (
    <details className={classes.fold}>
      <summary>
        <span>Arrivals noticed by location</span>
        <strong>{events.length || 'none yet'}</strong>
      </summary>
      {events.length === 0 ? (
        <p className={classes.note}>
          Coming within 100 m of a stop is noticed by itself and shows here. Your buttons count
          without it.
        </p>
      ) : (
        <ul className={classes.events}>
          {events.map((event) => (
            <li key={event.type}>
              <span>{CROSSED[event.type]}</span>
              <span className={classes.at}>
                {clockTime(event.at)} · {event.auto_triggered ? 'automatic' : 'asked'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
