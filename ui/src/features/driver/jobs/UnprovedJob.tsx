import type { DriverJobOut } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import { AddProof } from '../proof/AddProof'
import classes from './Job.module.css'

/** A delivery that ended without a proof: there is still time to add one. */
export function UnprovedJob({ job }: { job: DriverJobOut }) {
  const { order } = job
  return (
    <article className={classes.card} aria-labelledby={`job-${order.id}`}>
      <div>
        <h3 id={`job-${order.id}`}>Order #{order.number}</h3>
        <p className={classes.when}>
          Delivered{order.completed_at && ` at ${clockTime(order.completed_at)}`}, without a proof
        </p>
      </div>
      <p className={classes.load}>{order.delivery_location.address}</p>
      <AddProof job={job} />
    </article>
  )
}
