import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { dayAndTimes } from '@/components/time'
import classes from './UpcomingJobs.module.css'

/** What is to be done after the job in hand: when and where, and each unfolds to the whole job. */
export function UpcomingJobs(props: {
  /** The soonest first. */
  deliveries: readonly DeliveryOut[]
  cardOf: (delivery: DeliveryOut) => ReactNode
}) {
  if (props.deliveries.length === 0) return null
  return (
    <section aria-labelledby="upcoming-jobs" className={classes.part}>
      <h2 id="upcoming-jobs">Upcoming Jobs</h2>
      <ul className={classes.list}>
        {props.deliveries.map((delivery) => (
          <li key={delivery.order_id}>
            <Upcoming delivery={delivery}>{props.cardOf(delivery)}</Upcoming>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Upcoming({ delivery, children }: { delivery: DeliveryOut; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = `upcoming-${delivery.order_id}`
  return (
    <>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.words}>
          <span className={classes.when}>
            {delivery.scheduled_time
              ? dayAndTimes(delivery.scheduled_time, delivery.scheduled_until, Date.now())
              : 'As soon as possible'}
          </span>
          <span className={classes.where}>
            Order #{delivery.order_number} · {delivery.pickup_location.address}
          </span>
        </span>
        <IconChevronDown size={22} aria-hidden="true" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  )
}
