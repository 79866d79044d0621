import { Button } from '@mantine/core'
import { Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import classes from './Requests.module.css'
import { type Request, useAnswer } from './useRequests'

/** What a driver needs to know to say yes or no at a glance, and the two buttons. */
export function RequestCard(props: { request: Request; forget: (id: string) => void }) {
  const { order, paysCents, milesAway } = props.request
  const { accept, decline, isBusy, isWaiting } = useAnswer(props.request, props.forget)
  return (
    <article className={classes.card} aria-labelledby={`request-${order.id}`}>
      <header className={classes.head}>
        <div>
          <h3 id={`request-${order.id}`}>Order #{order.number}</h3>
          <p className={classes.facts}>
            {order.distance.toFixed(1)} mi trip
            {milesAway !== null && ` · pickup ${milesAway.toFixed(1)} mi away`}
            {order.scheduled_time && ` · ${dayAndTime(order.scheduled_time, Date.now())}`}
          </p>
        </div>
        {paysCents !== null && (
          <p className={classes.pays}>
            <Money cents={paysCents} />
            <span>estimated pay</span>
          </p>
        )}
      </header>
      <p className={classes.way}>
        <span>{order.pickup_location.address}</span>
        <span>{order.delivery_location.address}</span>
      </p>
      <div className={classes.answers}>
        <Button variant="default" disabled={isBusy} onClick={decline}>
          Decline
        </Button>
        <Button loading={isBusy} onClick={accept}>
          Accept
        </Button>
      </div>
      {isWaiting && <p role="status">Accepting waits for the connection.</p>}
    </article>
  )
}
