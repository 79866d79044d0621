import { Button } from '@mantine/core'
import type { DriverJobOut } from '@/api/generated/types.gen'
import classes from './Job.module.css'
import { JobFacts } from './JobFacts'
import { useAccept } from './useAccept'

/** A job that anybody may take; whoever is first has it. */
export function AvailableJob({ job }: { job: DriverJobOut }) {
  const { accept, isAccepting, isWaiting } = useAccept(job.order)
  return (
    <article className={classes.card} aria-labelledby={`job-${job.order.id}`}>
      <JobFacts job={job} />
      {job.fits ? (
        <Button className={classes.main} fullWidth loading={isAccepting} onClick={accept}>
          Accept
        </Button>
      ) : (
        <p className={classes.refused}>This load is too large for your vehicle.</p>
      )}
      {isWaiting && <p role="status">Waits for the connection.</p>}
    </article>
  )
}
