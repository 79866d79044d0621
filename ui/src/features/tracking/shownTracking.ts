import type { OrderOut, ProofOut, TrackedDriverOut, TrackingOut } from '@/api/generated/types.gen'

/** What the tracking screen draws of an order: a part of what its customer may see. */
export type ShownTracking = Pick<
  TrackingOut,
  'payment' | 'driver_changed' | 'pickup_due_at' | 'answer_due_at' | 'trip' | 'live' | 'speed'
> & {
  order: ShownOrder
  driver: ShownDriver | null
  delivery_proof: ShownProof | null
}

type ShownOrder = Pick<
  OrderOut,
  | 'id'
  | 'number'
  | 'status'
  | 'payment_status'
  | 'pickup_location'
  | 'delivery_location'
  | 'contact_name'
  | 'pickup_access'
  | 'dropoff_access'
  | 'item_class'
  | 'items_description'
  | 'items'
  | 'item_notes'
  | 'helpers'
  | 'price_cents'
  | 'distance'
  | 'estimated_duration'
  | 'scheduled_time'
  | 'scheduled_until'
  | 'timeline'
  | 'accepted_at'
  | 'en_route_at'
  | 'started_at'
  | 'picked_up_at'
  | 'completed_at'
  | 'cancelled_at'
> & { failure: Pick<NonNullable<OrderOut['failure']>, 'message'> | null }

export type ShownDriver = Omit<TrackedDriverOut, 'id'>

export type ShownProof = Omit<ProofOut, 'id' | 'order_id' | 'number' | 'hash'>
