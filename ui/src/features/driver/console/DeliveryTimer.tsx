import { useQuery } from '@tanstack/react-query'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import { useNow } from '@/components/useNow'
import { serverNow } from '../outbox/serverClock'
import classes from './DeliveryTimer.module.css'
import { efficiencyPercent, workedSeconds } from './projection'

/** DRV-23: the display moves every second. */
const TICK_MS = 1_000

/** What each step means and what comes after it. */
const BEFORE = {
  setOut:
    'On My Way tells the customer that you are coming. The clock begins later, at the pickup.',
  start:
    'Drive to the pickup. Start Delivery begins the clock once you are there; arriving starts it by itself. Confirm the pickup when everything is loaded.',
}

/** The clock of a delivery under way beside its estimate; before the start, the estimate alone. */
export function DeliveryTimer({ delivery }: { delivery: DeliveryOut }) {
  const estimate = delivery.estimated_duration
  if (delivery.start_time === null) {
    return (
      <div className={classes.before}>
        <p>
          Estimate {estimate} min · {delivery.estimated_distance.toFixed(1)} mi
        </p>
        <p>{delivery.en_route_at === null ? BEFORE.setOut : BEFORE.start}</p>
      </div>
    )
  }
  return <Running delivery={delivery} />
}

function Running({ delivery }: { delivery: DeliveryOut }) {
  useNow(TICK_MS)
  const pickupAt = usePickupAt(delivery)
  const now = serverNow()
  const estimate = delivery.estimated_duration
  const worked = workedSeconds(delivery, now)
  const left = estimate * 60 - worked
  const toPickup = secondsToPickup(delivery, now, pickupAt)
  const share = Math.min(
    1,
    worked / (toPickup === null ? estimate * 60 : worked + toPickup + estimate * 60),
  )
  const efficiency = efficiencyPercent(estimate, worked)
  return (
    <div className={classes.timer} data-late={left < 0 || undefined}>
      <p className={classes.clock} role="timer" aria-label="Delivery time">
        {clockOf(worked)}
      </p>
      <div className={classes.beside}>
        <p className={classes.due}>{dueWords(delivery, left, now, toPickup)}</p>
        <p className={classes.of}>
          {toPickup === null ? (
            <>
              of {estimate} min
              {efficiency !== null && ` · efficiency ${Math.round(efficiency)}%`}
            </>
          ) : (
            planWords(toPickup, estimate)
          )}
        </p>
        <p className={classes.of}>counted since Start Delivery</p>
      </div>
      <div className={classes.track} aria-hidden="true">
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  )
}

/** When the driver is expected at the pickup, in milliseconds; as the map asks for it, so that it is asked once. */
function usePickupAt({ order_id, picked_up_at }: DeliveryOut): number | null {
  const { data } = useQuery({
    ...trackOrderOptions({ path: { order_id } }),
    // A screen with sample data asks nobody, whatever its job is at.
    ...(picked_up_at !== null && { enabled: false }),
  })
  const arrival = data?.live.arrival
  return arrival?.stop === 'pickup' ? Date.parse(arrival.at) : null
}

/** The way to the pickup that is still to come, 0 where nobody knows it; null once it is behind the driver. */
function secondsToPickup(
  { picked_up_at }: DeliveryOut,
  now: number,
  pickupAt: number | null,
): number | null {
  return picked_up_at === null ? Math.max(0, (pickupAt ?? now) - now) / 1000 : null
}

/** "6 min to the pickup, then 13 min" */
function planWords(toPickup: number, estimate: number): string {
  const minutes = Math.ceil(toPickup / 60)
  return minutes > 0
    ? `${minutes} min to the pickup, then ${estimate} min`
    : `${estimate} min from the pickup on`
}

/** The trip begins at the pickup: until then all of it is still to come. */
function dueWords(
  delivery: DeliveryOut,
  left: number,
  now: number,
  toPickup: number | null,
): string {
  if (delivery.timer.is_paused) return 'Paused'
  if (toPickup !== null) {
    return `Done by ${clockTime(now + (toPickup + delivery.estimated_duration * 60) * 1000)}`
  }
  if (left >= 0) return `Done by ${clockTime(now + left * 1000)}`
  return `${Math.max(1, Math.floor(-left / 60))} min over the estimate`
}

/** "4:07" or "1:04:07". */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
