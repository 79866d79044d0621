import type { DriverJobOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dayAndTimes, duration } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { OrderItems } from '@/shared/orders/OrderItems'
import { Stops } from '@/shared/orders/Stops'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import classes from './Job.module.css'

const SECONDS_A_MINUTE = 60

/** Number, what it pays, the way, the load and the time: the same for open jobs and those in hand. */
export function JobFacts({ job }: { job: DriverJobOut }) {
  const { order } = job
  return (
    <>
      <header className={classes.top}>
        <div>
          <h3 id={`job-${order.id}`}>Order #{order.number}</h3>
          <p className={classes.kind}>
            {SERVICE_NAMES[order.service_type]} · {order.distance.toFixed(1)} mi ·{' '}
            {duration(order.estimated_duration * SECONDS_A_MINUTE)}
          </p>
        </div>
        {job.pays_cents !== null && !order.failure && (
          <p className={classes.pays}>
            <Money cents={job.pays_cents} />
            <span>estimated pay</span>
          </p>
        )}
      </header>
      <Stops
        from={{ label: 'Pickup', place: <Pickup job={job} /> }}
        to={{ label: 'Delivery', place: <Dropoff job={job} /> }}
      />
      <div className={classes.load}>
        <OrderItems order={order} />
      </div>
      <p className={classes.when}>
        {order.scheduled_time
          ? `Pickup ${dayAndTimes(order.scheduled_time, order.scheduled_until, Date.now())}`
          : 'Pickup as soon as possible'}
      </p>
    </>
  )
}

function Pickup({ job }: { job: DriverJobOut }) {
  const { pickup_location, picked_up_at } = job.order
  return (
    <>
      {pickup_location.address}
      {job.miles_away !== null && picked_up_at === null && (
        <span className={classes.away}> {job.miles_away.toFixed(1)} mi away</span>
      )}
      <AccessDetails access={job.order.pickup_access} />
    </>
  )
}

function Dropoff({ job }: { job: DriverJobOut }) {
  return (
    <>
      {job.order.delivery_location.address}
      <AccessDetails access={job.order.dropoff_access} />
    </>
  )
}
