import { age, clockTime, dayAndTime, dayAndTimes } from '@/components/time'
import { arriving, minutesLeft } from '@/shared/orders/arriving'
import type { ShownTracking } from './shownTracking'

/** Where an order is, as people who wait for it think of it. */
export type Phase =
  | 'unpaid'
  | 'searching'
  | 'assigned'
  | 'en_route'
  | 'loading'
  | 'in_transit'
  | 'returning'
  | 'failed'
  | 'delivered'
  | 'cancelled'

export type TrackingStatus = {
  phase: Phase
  headline: string
  /** One sentence below the headline. */
  detail: string
  /** What a screen reader is told when the phase changes; it has no minutes that count down. */
  announcement: string
}

/** A position older than this is said to be old: phones report every few seconds. */
const STALE_AFTER_MS = 60_000

const HOUR_MS = 3_600_000

export function phaseOf({ order }: ShownTracking): Phase {
  if (order.status === 'cancelled') return order.failure ? 'failed' : 'cancelled'
  if (order.status === 'completed') return 'delivered'
  if (order.payment_status === 'unpaid') return 'unpaid'
  if (order.status === 'pending') return 'searching'
  if (order.failure) return 'returning'
  if (order.picked_up_at) return 'in_transit'
  if (order.started_at) return 'loading'
  return order.en_route_at ? 'en_route' : 'assigned'
}

export function trackingStatusOf(
  tracking: ShownTracking,
  now: number,
  withheld = false,
): TrackingStatus {
  const phase = phaseOf(tracking)
  const status = { phase, ...STATUS_TEXT[phase](tracking, now) }
  // What cancelling costs is no business of whoever was given a link.
  return withheld && phase === 'searching'
    ? { ...status, detail: 'A driver is being found.' }
    : status
}

const ANNOUNCEMENTS = {
  unpaid: 'Waiting for payment',
  searching: 'Looking for a driver',
  en_route: 'Your driver is on the way to the pickup',
  loading: 'Your driver is at the pickup',
  in_transit: 'Your items are on the way',
  returning: 'Your order could not be delivered. Your items are being brought back',
  failed: 'Your order was not delivered',
  delivered: 'Delivered',
  cancelled: 'Order canceled',
} satisfies Record<Exclude<Phase, 'assigned'>, string>

type StatusText = Omit<TrackingStatus, 'phase'>

const STATUS_TEXT: Record<Phase, (tracking: ShownTracking, now: number) => StatusText> = {
  unpaid: () => ({
    headline: 'Waiting for payment',
    detail: 'Complete payment to confirm your booking.',
    announcement: ANNOUNCEMENTS.unpaid,
  }),
  searching: ({ driver_changed }) => ({
    headline: driver_changed ? 'Looking for another driver' : 'Looking for a driver',
    detail: driver_changed
      ? 'Your driver could not come. The price stays the same, and canceling is free.'
      : 'We are finding a driver for you. Canceling is free until you have one.',
    announcement: driver_changed ? 'Looking for another driver' : ANNOUNCEMENTS.searching,
  }),
  assigned: (tracking, now) => ({
    headline: tracking.driver_changed ? 'Your driver has changed' : assignedHeadline(tracking),
    detail: expectedPickup(tracking, now),
    announcement: tracking.driver_changed ? 'Your driver has changed' : assignedHeadline(tracking),
  }),
  en_route: (tracking, now) => ({
    ...onTheRoad(tracking, now, 'On the way', `${first(tracking)} is on the way to the pickup`),
    announcement: ANNOUNCEMENTS.en_route,
  }),
  loading: (tracking) => ({
    headline: 'Picking up your items',
    detail: `${first(tracking)} is at the pickup.`,
    announcement: ANNOUNCEMENTS.loading,
  }),
  in_transit: (tracking, now) => ({
    ...onTheRoad(tracking, now, 'In transit', 'Your items are on the way'),
    announcement: ANNOUNCEMENTS.in_transit,
  }),
  returning: ({ order, live }) => ({
    headline: 'Could not be delivered',
    detail: [order.failure?.message, live.arrival && `Back at about ${clockTime(live.arrival.at)}.`]
      .filter(Boolean)
      .join(' '),
    announcement: ANNOUNCEMENTS.returning,
  }),
  failed: ({ order }) => ({
    headline: order.picked_up_at ? 'Not delivered' : 'Not picked up',
    detail: order.failure?.message ?? '',
    announcement: ANNOUNCEMENTS.failed,
  }),
  delivered: ({ order }, now) => ({
    headline: 'Delivered',
    detail: order.completed_at
      ? `Your items arrived ${atTime(order.completed_at, now)}.`
      : 'Your items arrived.',
    announcement: ANNOUNCEMENTS.delivered,
  }),
  cancelled: ({ order }, now) => ({
    headline: 'Order canceled',
    detail: order.cancelled_at
      ? `Canceled ${atTime(order.cancelled_at, now)}.`
      : 'Nobody is coming.',
    announcement: ANNOUNCEMENTS.cancelled,
  }),
}

function onTheRoad({ live }: ShownTracking, now: number, unknown: string, whither: string) {
  if (!live.arrival || !live.position) {
    return { headline: unknown, detail: `${whither}. Waiting for a position.` }
  }
  const headline = arriving(live.arrival.at, now)
  const silence = now - Date.parse(live.position.at)
  if (silence <= STALE_AFTER_MS) {
    return { headline, detail: `${whither}, estimated arrival ${clockTime(live.arrival.at)}.` }
  }
  // The time passed while nothing was heard: nobody knows that they are about to arrive.
  const isOver = Date.parse(live.arrival.at) <= now
  return {
    headline: isOver ? unknown : headline,
    detail: `${whither}. Last seen ${age(silence)} ago.`,
  }
}

function assignedHeadline(tracking: ShownTracking): string {
  return tracking.order.accepted_at ? 'Driver assigned' : `Waiting for ${first(tracking)} to accept`
}

function expectedPickup(tracking: ShownTracking, now: number): string {
  const { order, pickup_due_at } = tracking
  const accepted = order.accepted_at
    ? `${first(tracking)} has accepted your order.`
    : `${order.payment_status === 'paid' ? 'Paid. ' : ''}${asked(tracking, now)}`
  const detail = tracking.driver_changed ? `${accepted} The price stays the same.` : accepted
  if (order.scheduled_time && order.scheduled_until) {
    return `${detail} Pickup ${dayAndTimes(order.scheduled_time, order.scheduled_until, now)}.`
  }
  return pickup_due_at ? `${detail} Pickup expected ${atTime(pickup_due_at, now)}.` : detail
}

/** Until when the driver answers, and what happens then. */
function asked(tracking: ShownTracking, now: number): string {
  const due = tracking.answer_due_at
  const left = due ? Date.parse(due) - now : 0
  if (!due || left <= 0) return `${first(tracking)} is asked to accept your order.`
  const minutes = left < HOUR_MS ? ` (${minutesLeft(due, now)})` : ''
  return `${first(tracking)} has until ${dayAndTime(due, now)}${minutes} to accept. Then we ask other drivers.`
}

function atTime(at: string, now: number): string {
  const when = dayAndTime(at, now)
  return when.includes(',') ? `on ${when}` : `at ${when}`
}

function first({ driver }: ShownTracking): string {
  return driver?.name.split(' ')[0] || 'Your driver'
}
