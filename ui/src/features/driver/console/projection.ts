import type { ActionKind, DeliveryOut, FailureReason, PauseOut } from '@/api/generated/types.gen'
import type { QueuedAction } from '../outbox/action'
import { serverNow } from '../outbox/serverClock'

type Seen = Pick<QueuedAction, 'order_id' | 'action' | 'at' | 'reason' | 'note'>

/**
 * A delivery as it will be once what waits here is taken over. The rules are the server's own for
 * what it is told afterwards: each step once, and none before the one that it follows.
 */
export function projected(delivery: DeliveryOut, waiting: readonly Seen[]): DeliveryOut {
  return waiting
    .filter((it) => it.order_id === delivery.order_id)
    .reduce(
      (after, step) => (fits(after, step.action, Date.parse(step.at)) ? taken(after, step) : after),
      {
        ...delivery,
      },
    )
}

/** Whether an appointment is near enough to be worked (OP-22); what is for now always is. */
export function isTime({ set_out_from, en_route_at }: DeliveryOut, now = serverNow()): boolean {
  return !set_out_from || en_route_at !== null || now >= Date.parse(set_out_from)
}

/** Whether the step can be taken at *now*. */
export function fits(delivery: DeliveryOut, action: ActionKind, now = serverNow()): boolean {
  const { status, timer, failure } = delivery
  const isRunning = status === 'in_progress'
  if (failure) return isRunning && (action === 'deliver_after_all' || action === 'confirm_return')
  switch (action) {
    case 'set_out':
      return isWaiting(delivery, now) && delivery.en_route_at === null
    case 'start':
      return isWaiting(delivery, now)
    case 'confirm_pickup':
      return isRunning && delivery.picked_up_at === null
    case 'pause':
      return isRunning && !timer.is_paused
    case 'resume':
      return isRunning && timer.is_paused
    case 'stop':
      return isRunning && delivery.picked_up_at !== null
    case 'fail':
      return isRunning
    case 'deliver_after_all':
    case 'confirm_return':
      return false
    case 'hand_back':
      return delivery.accepted_at !== null && isBeforePickup(delivery)
  }
}

function isWaiting(delivery: DeliveryOut, now: number): boolean {
  return delivery.status === 'pending' && delivery.accepted_at !== null && isTime(delivery, now)
}

function isBeforePickup({ status, picked_up_at }: DeliveryOut): boolean {
  return picked_up_at === null && (status === 'pending' || status === 'in_progress')
}

function taken(delivery: DeliveryOut, { action, at, reason, note }: Seen): DeliveryOut {
  switch (action) {
    case 'fail':
      return delivery.picked_up_at === null
        ? givenUp(delivery, at)
        : { ...delivery, asks: null, failure: failed(at, reason, note) }
    case 'deliver_after_all':
      return { ...delivery, failure: null }
    case 'confirm_return':
    case 'hand_back':
      return givenUp(delivery, at)
    case 'set_out':
      return { ...delivery, en_route_at: at }
    case 'start':
      return {
        ...delivery,
        status: 'in_progress',
        asks: null,
        en_route_at: delivery.en_route_at ?? at,
        start_time: at,
        timer: { ...delivery.timer, is_running: true, is_paused: false },
      }
    case 'confirm_pickup':
      return { ...delivery, picked_up_at: at }
    case 'pause':
      return clocked(delivery, [...delivery.timer.pauses, { start: at, end: null }])
    case 'resume':
      return clocked(delivery, ended(delivery.timer.pauses, at))
    case 'stop': {
      const done = clocked(delivery, ended(delivery.timer.pauses, at))
      const timer = { ...done.timer, is_running: false, is_paused: false }
      const stopped = { ...done, status: 'completed' as const, asks: null, end_time: at, timer }
      return { ...stopped, duration: workedSeconds(stopped, Date.parse(at)) }
    }
  }
}

/** Out of the driver's hands, as far as this device knows. */
function givenUp(delivery: DeliveryOut, at: string): DeliveryOut {
  const done = clocked(delivery, ended(delivery.timer.pauses, at))
  const timer = { ...done.timer, is_running: false, is_paused: false }
  return { ...done, status: 'cancelled', asks: null, end_time: at, timer }
}

function failed(
  at: string,
  reason: FailureReason = 'nobody_there',
  note = '',
): DeliveryOut['failure'] {
  const message = 'This could not be delivered. Bring the items back to the pickup.'
  return { at, reason, note, message, seen_there: false, returned_at: null }
}

function ended(pauses: PauseOut[], at: string): PauseOut[] {
  return pauses.map((pause) => (pause.end === null ? { ...pause, end: at } : pause))
}

function clocked(delivery: DeliveryOut, pauses: PauseOut[]): DeliveryOut {
  const is_paused = pauses.at(-1)?.end === null
  return { ...delivery, timer: { ...delivery.timer, pauses, is_paused, is_running: !is_paused } }
}

/** Seconds at work until *now* by the server's clock or the end, the breaks left out (DRV-17). */
export function workedSeconds(delivery: DeliveryOut, now: number): number {
  if (delivery.start_time === null) return 0
  const start = Date.parse(delivery.start_time)
  const end = delivery.end_time === null ? Math.max(now, start) : Date.parse(delivery.end_time)
  const rest = delivery.timer.pauses.reduce(
    (sum, pause) =>
      sum + Math.max(0, (pause.end ? Date.parse(pause.end) : end) - Date.parse(pause.start)),
    0,
  )
  return Math.max(0, end - start - rest) / 1000
}

/** What the driver does next; null once it is done or failed, and before it is accepted or time. */
export function nextAction(delivery: DeliveryOut): ActionKind | null {
  if (delivery.failure) return null
  if (delivery.status === 'in_progress') {
    return delivery.picked_up_at === null ? 'confirm_pickup' : 'stop'
  }
  if (!isWaiting(delivery, serverNow())) return null
  return delivery.en_route_at === null ? 'set_out' : 'start'
}

/** Where the driver is to go now: to the delivery with the goods on board, unless they go back. */
export function nextStop(delivery: DeliveryOut) {
  return delivery.picked_up_at === null || delivery.failure
    ? { word: 'pickup' as const, place: delivery.pickup_location }
    : { word: 'delivery' as const, place: delivery.dropoff_location }
}

const MOST_EFFICIENT = 150

/**
 * Estimate over actual in per cent; null while it would be the 150 of DRV-22, which every delivery has that
 * has only begun.
 */
export function efficiencyPercent(estimateMinutes: number, seconds: number): number | null {
  const percent = seconds > 0 ? ((estimateMinutes * 60) / seconds) * 100 : MOST_EFFICIENT
  return percent < MOST_EFFICIENT ? percent : null
}
