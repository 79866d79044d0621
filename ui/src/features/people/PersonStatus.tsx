import { StatusBadge } from '@/components/StatusBadge'
import classes from './People.module.css'

/** Whether somebody is kept out, and how it stands with a driver. */
export function PersonStatus(props: {
  suspended_at: string | null
  driver_id: string | null
  approved_at: string | null
  is_online: boolean
}) {
  if (props.suspended_at) return <StatusBadge status="failed" label="Suspended" />
  if (props.driver_id === null) return null
  if (props.approved_at === null)
    return <StatusBadge status="disputed" label="Waiting for approval" />
  if (props.is_online) return <StatusBadge status="completed" label="Online" />
  return <p className={classes.note}>Offline</p>
}
