import type { OrderOut, SharedTrackingOut } from '@/api/generated/types.gen'
import type { ShownTracking } from './shownTracking'

/**
 * What the holder of a link may see, in the form that the screen draws. What is withheld from them
 * stands here empty, and the screen shows none of it: see its *withheld*.
 */
export function trackingFromShared(shared: SharedTrackingOut): ShownTracking {
  const { driver, pickup_due_at, trip, live, speed } = shared
  const { failure_message, ...order } = shared.order
  return {
    order: {
      ...WITHHELD,
      ...order,
      failure: failure_message ? { message: failure_message } : null,
    },
    driver: driver && { ...driver, phone: null, can_call: false },
    payment: null,
    driver_changed: false,
    answer_due_at: null,
    pickup_due_at,
    trip,
    live,
    speed,
    delivery_proof: shared.delivery_proof && { ...UNPROVED, ...shared.delivery_proof },
  }
}

/** That it was handed over, and to whom: nothing of how that is proved. */
const UNPROVED = {
  signature: null,
  photo: null,
  position: null,
  pin_matched: null,
  erased: false,
} as const

const WITHHELD = {
  contact_name: null,
  pickup_access: null,
  dropoff_access: null,
  items_description: '',
  items: [] as OrderOut['items'],
  item_notes: null,
  helpers: 0,
  price_cents: 0,
  payment_status: 'paid',
  cancelled_at: null,
} as const
