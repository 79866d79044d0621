import type { DeliveryOut } from '@/api/generated/types.gen'
import { dayAndTime, duration } from '@/components/time'
import { DeliveryFacts } from './DeliveryFacts'
import classes from './DoneList.module.css'

/** What was delivered last: how long it took, how well that compares, and what it pays. */
export function DoneList({ deliveries }: { deliveries: readonly DeliveryOut[] }) {
  if (deliveries.length === 0) return null
  return (
    <section className={classes.done} aria-labelledby="done">
      <h2 id="done">Delivered</h2>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.order_id}>
            <p className={classes.head}>
              <strong>Order #{delivery.order_number}</strong>
              <span>{delivery.end_time && dayAndTime(delivery.end_time, Date.now())}</span>
            </p>
            <p className={classes.address}>{delivery.dropoff_location.address}</p>
            <p className={classes.took}>
              {delivery.duration !== null && duration(delivery.duration)}
              {delivery.efficiency !== null && ` · efficiency ${Math.round(delivery.efficiency)}%`}
            </p>
            <DeliveryFacts delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  )
}
