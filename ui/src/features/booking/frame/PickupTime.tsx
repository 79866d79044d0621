import { IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatMoment } from '../locations/schedule'
import { goToField, WHEN } from '../missing'
import classes from './PickupTime.module.css'

/** When the pickup is as it stands, in sight on every step that can still change it, and the way there. */
export function PickupTime(props: { scheduledTime: string | null; scheduledUntil: string | null }) {
  const { scheduledTime, scheduledUntil } = props
  return (
    <Link
      className={classes.time}
      to="/book-service"
      search={{ step: 2 }}
      hash={WHEN}
      hashScrollIntoView={false}
      onClick={() => goToField(WHEN)}
    >
      <IconClock size={18} aria-hidden="true" />
      <span>Pickup {scheduledTime ? formatMoment(scheduledTime, scheduledUntil) : 'now'}</span>{' '}
      <span className={classes.change}>Change time</span>
    </Link>
  )
}
