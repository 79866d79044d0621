import { Link } from '@tanstack/react-router'
import classes from './Requests.module.css'

/** How many requests wait on the tab of the jobs, where none lies over what the driver does just now. */
export function WaitingRequests({ count }: { count: number }) {
  return (
    <div role="status">
      {count > 0 && (
        <Link to="/driver-dashboard" className={classes.waiting}>
          {count === 1 ? '1 request waits' : `${count} requests wait`} under Jobs
        </Link>
      )}
    </div>
  )
}
