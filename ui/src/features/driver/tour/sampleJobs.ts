import type { DeliveryOut, DriverOut, JobOfferOut, OrderOut } from '@/api/generated/types.gen'

const MINUTE = 60_000
const PICKUP = { lat: 40.7527, lng: -73.9772, address: '89 E 42nd St, New York, NY 10017' }
const DROPOFF = { lat: 40.7172, lng: -73.957, address: '200 Bedford Ave, Brooklyn, NY 11249' }
const GOODS = 'A bookcase, wrapped, and two boxes of books'

/** The trainee as a driver who is about to go online. */
export function sampleDriver(): DriverOut {
  const at = new Date().toISOString()
  return {
    id: 'sample',
    user_id: 'sample',
    name: 'Alex Sample',
    email: 'alex@example.com',
    phone: '',
    is_approved: true,
    is_available: true,
    is_online: false,
    approval_date: at,
    changed_since: null,
    suspended_at: null,
    suspension_reason: null,
    documents_lapsed_at: null,
    created_at: at,
    updated_at: at,
    license_plate: null,
    photo_id: null,
    rating: null,
    total_jobs: 0,
    total_earnings_cents: 0,
    minimum_fare_cents: 2500,
    price_per_mile_cents: 250,
    specialties: [],
    vehicle_features: [],
    weekday_hours: null,
    working_hours_start: null,
    working_hours_end: null,
    works_with_helper: false,
    vehicle: {
      type: 'van',
      make: 'Ford',
      model: 'Transit',
      year: 2022,
      color: 'white',
      capacity_pounds: 3000,
      capacity_cubic_feet: 250,
    },
  }
}

/** A request that nobody made. */
export function sampleOffer(): JobOfferOut {
  // Of the order a request shows these fields alone.
  const order: Partial<OrderOut> = {
    id: 'sample',
    number: 10001,
    distance: 5.1,
    scheduled_time: null,
    scheduled_until: null,
    service_type: 'delivery',
    pickup_location: PICKUP,
    pickup_access: null,
    delivery_location: DROPOFF,
    dropoff_access: null,
    helpers: 0,
    items: [],
    items_description: GOODS,
    item_notes: null,
  }
  return {
    id: 'sample',
    kind: 'in_turn',
    offered_at: new Date().toISOString(),
    expires_at: null,
    miles_away: 0.8,
    pays_cents: 3120,
    order: order as OrderOut,
  }
}

/** How far the sample job is: accepted, at the pickup, or with the goods on board. */
export type SampleStage = 'accepted' | 'started' | 'loaded'

export function sampleDelivery(stage: SampleStage, asksPin = false): DeliveryOut {
  const now = Date.now()
  const before = (minutes: number) => new Date(now - minutes * MINUTE).toISOString()
  const isStarted = stage !== 'accepted'
  return {
    id: 'sample',
    order_id: 'sample',
    order_number: 10001,
    driver_id: 'sample',
    service_type: 'delivery',
    status: isStarted ? 'in_progress' : 'pending',
    accepted_at: before(30),
    en_route_at: isStarted ? before(25) : null,
    start_time: isStarted ? before(12) : null,
    picked_up_at: stage === 'loaded' ? before(5) : null,
    end_time: null,
    duration: null,
    efficiency: null,
    scheduled_time: null,
    scheduled_until: null,
    set_out_from: null,
    actual_distance: null,
    estimated_distance: 5.1,
    estimated_duration: 45,
    asks: null,
    asks_pin: asksPin,
    can_call: true,
    contact_name: 'Sam Sample',
    contact_phone: null,
    pickup_location: PICKUP,
    pickup_access: null,
    dropoff_location: DROPOFF,
    dropoff_access: null,
    failure: null,
    far_from: null,
    far_meters: 0,
    geofence_events: [],
    has_proof: false,
    helpers: 0,
    items: [],
    items_description: GOODS,
    item_notes: null,
    payout_calculation: {
      driver_cents: 3120,
      is_earned: false,
      is_frozen: false,
      lines: [],
      policy: 'order_price_80',
    },
    timer: {
      as_of: new Date(now).toISOString(),
      current_duration: isStarted ? 12 * 60 : 0,
      estimated_completion: null,
      is_paused: false,
      is_running: isStarted,
      pauses: [],
    },
  }
}
