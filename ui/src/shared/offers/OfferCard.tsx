import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dayAndTimes, duration } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import type { LatLng } from '@/shared/map/geometry'
import { OrderItems } from '@/shared/orders/OrderItems'
import { Stops } from '@/shared/orders/Stops'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { CountdownRing } from './CountdownRing'
import { arriveAt } from './leadTo'
import { milesAway } from './milesAway'
import classes from './Offer.module.css'
import { useAnswer } from './useAnswer'
import { secondsGiven, useSecondsLeft } from './useSecondsLeft'
import { useWatched } from './visibility'
import { WHO } from './who'

/** One offer to the driver: what it pays, the way, the time left, and the two answers. */
export function OfferCard(props: {
  offer: JobOfferOut
  clockAhead: number
  /** Where the device is. */
  here: LatLng | null
}) {
  const { offer } = props
  const { order } = offer
  const away = milesAway(offer, props.here)
  const left = useSecondsLeft(offer.expires_at, props.clockAhead)
  const card = useRef<HTMLElement>(null)
  useWatched(card, 'card', offer.id)
  useEffect(() => {
    if (card.current) arriveAt(offer.id, card.current)
  }, [offer.id])
  return (
    <article
      ref={card}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby={`offer-${offer.id}`}
      data-kind={offer.kind}
    >
      <header className={classes.top}>
        <div>
          <p className={classes.who}>{WHO[offer.kind]}</p>
          <h3 id={`offer-${offer.id}`}>Order #{order.number}</h3>
          <p className={classes.kind}>
            {SERVICE_NAMES[order.service_type]} · {order.distance.toFixed(1)} mi ·{' '}
            {duration(order.estimated_duration * 60)}
          </p>
        </div>
        {left !== null && <CountdownRing left={left} whole={secondsGiven(offer)} />}
      </header>
      {offer.pays_cents !== null && (
        <p className={classes.pays}>
          <Money cents={offer.pays_cents} /> <span>estimated pay</span>
        </p>
      )}
      <Stops
        from={{
          label: 'Pickup',
          place: (
            <>
              {order.pickup_location.address}
              {away !== null && <span className={classes.away}> {away.toFixed(1)} mi away</span>}
              <AccessDetails access={order.pickup_access} />
            </>
          ),
        }}
        to={{
          label: 'Delivery',
          place: (
            <>
              {order.delivery_location.address}
              <AccessDetails access={order.dropoff_access} />
            </>
          ),
        }}
      />
      <div className={classes.load}>
        <OrderItems order={order} />
      </div>
      <p className={classes.kind}>
        {order.scheduled_time
          ? `Pickup ${dayAndTimes(order.scheduled_time, order.scheduled_until, Date.now())}`
          : 'Pickup as soon as possible'}
      </p>
      <TwoAnswers offer={offer} clockAhead={props.clockAhead} left={left} />
    </article>
  )
}

function TwoAnswers(props: { offer: JobOfferOut; clockAhead: number; left: number | null }) {
  const { give, giving } = useAnswer(props.offer, props.clockAhead)
  const isOver = props.left === 0 && giving === undefined
  const answers = useRef<HTMLDivElement>(null)
  useWatched(answers, 'answers', props.offer.id)
  return (
    <>
      <div ref={answers} className={classes.answers} data-answers>
        <Button
          variant="default"
          className={classes.answer}
          disabled={isOver || giving === 'accept'}
          loading={giving === 'decline'}
          onClick={() => give('decline')}
        >
          Decline
        </Button>
        <Button
          className={classes.answer}
          disabled={isOver || giving === 'decline'}
          loading={giving === 'accept'}
          onClick={() => give('accept')}
        >
          Accept
        </Button>
      </div>
      {isOver && <p className={classes.over}>Time is up.</p>}
    </>
  )
}
