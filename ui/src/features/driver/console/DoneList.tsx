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
            <Took delivery={delivery} />
            <DeliveryFacts delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** No delivery counts for more (DRV-22). */
const MOST_EFFICIENT = 150

/** The efficiency is the planned time by the time taken (OP-50), which nobody guesses. */
function Took({ delivery }: { delivery: DeliveryOut }) {
  const { duration: seconds, efficiency, estimated_duration } = delivery
  if (seconds === null) return null
  return (
    <p className={classes.took}>
      Took {duration(seconds)}, planned {duration(estimated_duration * 60)}
      {efficiency !== null &&
        ` (efficiency ${Math.round(efficiency)}%${efficiency < MOST_EFFICIENT ? '' : ', the most that counts'})`}
    </p>
  )
}
