import { Button } from '@mantine/core'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dayAndTimes } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import type { LatLng } from '@/shared/map/geometry'
import { CountdownRing } from '@/shared/offers/CountdownRing'
import { milesAway } from '@/shared/offers/milesAway'
import { useAnswer } from '@/shared/offers/useAnswer'
import { useClockAhead, useKnownOffers } from '@/shared/offers/useOffers'
import { secondsGiven, useSecondsLeft } from '@/shared/offers/useSecondsLeft'
import { WHO } from '@/shared/offers/who'
import { OrderItems } from '@/shared/orders/OrderItems'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import classes from './Requests.module.css'

/** A dot that ends a line rather than begin one. */
const THEN = '\u00a0· '

/** What a driver needs to know to say yes or no at a glance, and the two buttons. */
export function RequestCard({ offer, here }: { offer: JobOfferOut; here: LatLng | null }) {
  const { order, pays_cents } = offer
  const away = milesAway(offer, here)
  const { data, dataUpdatedAt } = useKnownOffers()
  const clockAhead = useClockAhead(data, dataUpdatedAt)
  const { give, giving } = useAnswer(offer, clockAhead)
  const left = useSecondsLeft(offer.expires_at, clockAhead)
  return (
    <article className={classes.card} aria-labelledby={`request-${offer.id}`}>
      <header className={classes.head}>
        <div>
          <p className={classes.updates}>{WHO[offer.kind]}</p>
          <h2 id={`request-${offer.id}`}>Order #{order.number}</h2>
          <p className={classes.facts}>
            {SERVICE_NAMES[order.service_type]}
            {THEN}
            {order.distance.toFixed(1)} mi trip
            {away !== null && `${THEN}pickup ${away.toFixed(1)} mi away`}
            {order.scheduled_time &&
              `${THEN}${dayAndTimes(order.scheduled_time, order.scheduled_until, Date.now())}`}
          </p>
        </div>
        {pays_cents !== null && (
          <p className={classes.pays}>
            <Money cents={pays_cents} />
            <span>estimated pay</span>
          </p>
        )}
        {left !== null && <CountdownRing left={left} whole={secondsGiven(offer)} />}
      </header>
      <p className={classes.route}>
        <span>
          {order.pickup_location.address}
          <AccessDetails access={order.pickup_access} />
        </span>
        <span>
          {order.delivery_location.address}
          <AccessDetails access={order.dropoff_access} />
        </span>
      </p>
      <OrderItems order={order} />
      <div className={classes.answers}>
        <Button
          variant="default"
          loading={giving === 'decline'}
          disabled={giving === 'accept'}
          onClick={() => give('decline')}
        >
          Decline
        </Button>
        <Button
          loading={giving === 'accept'}
          disabled={giving === 'decline'}
          onClick={() => give('accept')}
        >
          Accept
        </Button>
      </div>
    </article>
  )
}
