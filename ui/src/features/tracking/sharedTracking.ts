import type { SharedTrackingOut, TrackingOut } from '@/api/generated/types.gen'

/**
 * What the holder of a link may see, in the form that the screen draws. What is withheld from them
 * stands here empty, and the screen shows none of it: see its *withheld*.
 */
export function trackingFromShared(shared: SharedTrackingOut): TrackingOut {
  const { driver, pickup_due_at, trip, live, speed } = shared
  const { failure_message, ...order } = shared.order
  return {
    order: {
      ...WITHHELD,
      ...order,
      assigned_at: order.accepted_at,
      cancelled_at: null,
      failure: failure_message ? { ...NO_FAILURE_DETAILS, message: failure_message } : null,
      created_at: order.updated_at,
      paid_at: order.timeline[0]?.at ?? null,
    },
    driver: driver && { ...driver, id: '', phone: null, can_call: false },
    payment: null,
    driver_changed: false,
    cancelling: null,
    pickup_due_at,
    trip,
    live,
    speed,
    delivery_proof: shared.delivery_proof && { ...UNPROVED, ...shared.delivery_proof },
    delivery_pin: null,
  }
}

/** A holder of the link is told what happened, and not by whom or how. */
const NO_FAILURE_DETAILS = {
  at: '',
  reason: 'unsafe',
  note: '',
  seen_there: false,
  returned_at: null,
} as const

/** That it was handed over, and to whom: nothing of how that is proved. */
const UNPROVED = {
  id: '',
  order_id: '',
  number: 0,
  hash: '',
  signature: null,
  photo: null,
  position: null,
  pin_matched: null,
  erased: false,
} as const

const WITHHELD = {
  customer_id: '',
  driver_id: null,
  chosen_driver_id: null,
  quote_id: '',
  contact_name: null,
  contact_phone: null,
  can_call: false,
  items_description: '',
  price_cents: 0,
  urgency: 'medium',
  payment_status: 'paid',
  cancelled_by: null,
  cancellation_reason: null,
  cancellation_fee_cents: null,
  driver_feedback: null,
  customer_rating: null,
  customer_feedback: null,
  driver_rating: null,
  rated_at: null,
  version: 1,
} as const
