import { IconCheck } from '@tabler/icons-react'
import type { ConfirmationOut } from '@/api/generated/types.gen'
import { dayAndTime, dayAndTimes } from '@/components/time'
import classes from './Timeline.module.css'

/** The order's four steps: those that are done with their time, the others as they are expected. */
export function Timeline({ confirmation }: { confirmation: ConfirmationOut }) {
  const { timeline, estimated_delivery: expected, order_status } = confirmation
  const now = Date.now()
  const awaited: Record<string, string | null> =
    order_status === 'cancelled'
      ? {}
      : {
          'Pickup Complete': expected.pickup_time && pickupWords(expected, now),
          Delivered: expected.delivery_time && `about ${dayAndTime(expected.delivery_time, now)}`,
        }
  return (
    <ol className={classes.steps} aria-label="Timeline">
      {timeline.map(({ label, at }) => {
        const about = awaited[label]
        return (
          <li key={label} className={classes.step} data-done={at ? true : undefined}>
            <span className={classes.mark} aria-hidden="true">
              {at && <IconCheck size={14} stroke={3} />}
            </span>
            <span className={classes.label}>
              {label}
              <span className={classes.hidden}>{at ? ' (done)' : ' (to come)'}</span>
            </span>
            <span className={classes.time}>{at ? dayAndTime(at, now) : about}</span>
          </li>
        )
      })}
    </ol>
  )
}

function pickupWords(
  { pickup_time: from, pickup_until: until }: ConfirmationOut['estimated_delivery'],
  now: number,
): string {
  if (!from) return ''
  return until ? dayAndTimes(from, until, now) : `about ${dayAndTime(from, now)}`
}
