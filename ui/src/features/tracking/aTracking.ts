import type { OrderOut, TrackingOut } from '@/api/generated/types.gen'
import { sampleAt } from './sample'

/** When tests look: 3:00 PM in New York. */
export const NOW = Date.parse('2026-11-18T20:00:00Z')
export const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

type Changes = Partial<Omit<TrackingOut, 'order' | 'live'>> & {
  order?: Partial<OrderOut>
  live?: Partial<TrackingOut['live']>
}

/** An order on its way to the dropoff, twelve minutes from it, with what a test changes of that. */
export function aTracking({ order, live, ...rest }: Changes = {}): TrackingOut {
  const sample = sampleAt(0, NOW)
  const { position, arrival } = sample.live
  if (!position || !arrival) throw new Error('the sample begins on the road')
  return {
    ...sample,
    driver: sample.driver && {
      ...sample.driver,
      name: 'Maria Lopez',
      phone: '+1 (212) 555-0142',
      can_call: true,
    },
    payment: {
      status: 'succeeded',
      amount_cents: 4330,
      refund_requested_cents: 0,
      refunded_cents: 0,
      card_brand: 'visa',
      card_last4: '4242',
      confirmation_id: 'cnf-1',
    },
    ...rest,
    order: { ...sample.order, id: 'o-1', number: 10023, customer_id: 'user-ann', ...order },
    live: {
      as_of: at(0),
      stop: 'dropoff',
      position: { ...position, at: at(0) },
      arrival: { ...arrival, at: at(12) },
      ...live,
    },
  }
}

const NOWHERE = { stop: null, position: null, arrival: null }

/** Paid and assigned; nobody has set out. */
export function anAssigned(order: Partial<OrderOut> = {}, rest: Changes = {}): TrackingOut {
  const confirmed = [
    { label: 'Order Confirmed', at: at(-5) },
    { label: 'Driver En Route', at: null },
    { label: 'Pickup Complete', at: null },
    { label: 'Delivered', at: null },
  ]
  return aTracking({
    pickup_due_at: at(20),
    cancelling: { allowed: true, fee_cents: 0, refused: null, changes_at: null },
    ...rest,
    order: {
      status: 'assigned',
      tracking_status: 'driver_assigned',
      timeline: confirmed,
      accepted_at: at(-4),
      en_route_at: null,
      started_at: null,
      picked_up_at: null,
      ...order,
    },
    live: NOWHERE,
  })
}

export function aCancelled(order: Partial<OrderOut> = {}, rest: Changes = {}): TrackingOut {
  return anAssigned(
    {
      status: 'cancelled',
      tracking_status: null,
      cancelled_at: at(-1),
      cancelled_by: 'user-ann',
      cancellation_reason: 'Found a friend with a van',
      cancellation_fee_cents: 1000,
      ...order,
    },
    { cancelling: null, ...rest },
  )
}

export function aDelivered(): TrackingOut {
  const { order } = aTracking()
  return aTracking({
    order: {
      status: 'completed',
      tracking_status: 'delivered',
      completed_at: at(-1),
      timeline: order.timeline.map((step) => ({ ...step, at: step.at ?? at(-1) })),
    },
    live: NOWHERE,
  })
}
