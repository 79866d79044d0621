import type { DriverJobOut } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import { AddProof } from '../proof/AddProof'
import { FailDelivery } from './FailDelivery'
import classes from './Job.module.css'

/** A job that the driver's arrival has completed, which is no delivery when nobody opens (OP-49). */
export function ArrivedJob({ job }: { job: DriverJobOut }) {
  const { order } = job
  return (
    <article className={classes.card} aria-labelledby={`job-${order.id}`}>
      <div>
        <h3 id={`job-${order.id}`}>Order #{order.number}</h3>
        <p className={classes.when}>
          Completed by your arrival
          {order.completed_at && ` at ${clockTime(order.completed_at)}`}
        </p>
      </div>
      <p className={classes.load}>{order.delivery_location.address}</p>
      <AddProof job={job} />
      <FailDelivery order={order} />
    </article>
  )
}
