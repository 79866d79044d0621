import type { TrackingOut } from '@/api/generated/types.gen'
import { bearing, type LatLng, metresBetween } from '@/shared/map/geometry'

/** The sample's driver is moved this often (DRV-29). */
export const SAMPLE_STEP_MS = 5_000
/** Steps from where the sample begins to its delivery: four minutes to watch. */
export const SAMPLE_STEPS = 48

const PICKUP = { lat: 40.7527, lng: -73.9772, address: '89 E 42nd St, New York, NY 10017' }
const DROPOFF = { lat: 40.7172, lng: -73.957, address: '200 Bedford Ave, Brooklyn, NY 11249' }

/** Drawn by hand: down Third Avenue and the Bowery, and over the Williamsburg Bridge. */
const SAMPLE_ROUTE: LatLng[] = [
  PICKUP,
  { lat: 40.751, lng: -73.9739 },
  { lat: 40.7459, lng: -73.9776 },
  { lat: 40.7389, lng: -73.9828 },
  { lat: 40.7331, lng: -73.987 },
  { lat: 40.727, lng: -73.9914 },
  { lat: 40.7203, lng: -73.9939 },
  { lat: 40.7184, lng: -73.9881 },
  { lat: 40.717, lng: -73.9842 },
  { lat: 40.7134, lng: -73.9722 },
  { lat: 40.7106, lng: -73.9626 },
  { lat: 40.7117, lng: -73.9585 },
  DROPOFF,
]

const MINUTE = 60_000

/** The one fixed sample order, so many steps after it was opened. */
export function sampleAt(step: number, openedAt: number): TrackingOut {
  const done = step >= SAMPLE_STEPS
  const here = done ? null : alongRoute(step / SAMPLE_STEPS)
  const iso = (at: number) => new Date(at).toISOString()
  const minutesBefore = (minutes: number) => iso(openedAt - minutes * MINUTE)
  const now = openedAt + step * SAMPLE_STEP_MS
  const end = openedAt + SAMPLE_STEPS * SAMPLE_STEP_MS
  const [paid, enRoute, pickedUp] = [minutesBefore(31), minutesBefore(27), minutesBefore(9)]
  return {
    order: {
      id: 'demo',
      number: 12345,
      customer_id: 'sample',
      driver_id: 'sample',
      chosen_driver_id: 'sample',
      quote_id: 'sample',
      service_type: 'delivery',
      item_class: 'small',
      pickup_location: PICKUP,
      delivery_location: DROPOFF,
      contact_name: 'Sam Sample',
      contact_phone: null,
      can_call: false,
      pickup_access: null,
      dropoff_access: null,
      items_description: 'A desk lamp and two boxes of books',
      items: [],
      item_notes: null,
      helpers: 0,
      price_cents: 4330,
      distance: 5.1,
      estimated_duration: 26,
      scheduled_time: null,
      scheduled_until: null,
      urgency: 'medium',
      status: done ? 'completed' : 'in_progress',
      payment_status: 'paid',
      tracking_status: done ? 'delivered' : 'in_transit',
      timeline: [
        { label: 'Order Confirmed', at: paid },
        { label: 'Driver En Route', at: enRoute },
        { label: 'Pickup Complete', at: pickedUp },
        { label: 'Delivered', at: done ? iso(end) : null },
      ],
      paid_at: paid,
      assigned_at: paid,
      accepted_at: minutesBefore(30),
      en_route_at: enRoute,
      started_at: minutesBefore(12),
      picked_up_at: pickedUp,
      completed_at: done ? iso(end) : null,
      cancelled_at: null,
      cancelled_by: null,
      cancellation_reason: null,
      cancellation_fee_cents: null,
      driver_feedback: null,
      customer_rating: null,
      customer_feedback: null,
      driver_rating: null,
      rated_at: null,
      failure: null,
      created_at: minutesBefore(33),
      updated_at: done ? iso(end) : pickedUp,
      version: 1,
    },
    pickup_due_at: minutesBefore(14),
    driver: {
      id: 'sample',
      name: 'Alex Sample',
      phone: null,
      can_call: false,
      rating: 4.9,
      total_jobs: 212,
      license_plate: { state: 'NY', text: 'DEMO 00' },
      photo_id: null,
      vehicle: {
        type: 'van',
        make: 'Ford',
        model: 'Transit',
        year: 2022,
        color: 'white',
        capacity_pounds: 3000,
        capacity_cubic_feet: 250,
      },
    },
    payment: null,
    driver_changed: false,
    answer_due_at: null,
    cancelling: null,
    trip: routeOf(SAMPLE_ROUTE, 26 * 60),
    live: {
      as_of: iso(now),
      stop: here ? 'dropoff' : null,
      position: here && {
        driver_id: 'sample',
        at: iso(now),
        ...here.at,
        heading: here.heading,
        speed_mph: null,
        accuracy_m: null,
        address: null,
        quality_flag: null,
      },
      arrival: here && {
        stop: 'dropoff',
        at: iso(end),
        estimated_at: iso(now),
        route: routeOf([here.at, ...here.ahead], (end - now) / 1000),
      },
    },
    speed: 1,
    delivery_proof: null,
    tip_cents: null,
    delivery_pin: null,
  }
}

function routeOf(polyline: LatLng[], seconds: number): TrackingOut['trip'] {
  return {
    polyline: polyline.map(({ lat, lng }) => ({ lat, lng })),
    distance_meters: Math.round(lengthOf(polyline)),
    duration_seconds: Math.round(seconds),
    engine: 'sample',
    approximate: true,
  }
}

/** The sample begins on the road: the first third of the way lies behind the driver. */
const BEGINS_AT = 0.34

function alongRoute(share: number): { at: LatLng; heading: number; ahead: LatLng[] } {
  let left = lengthOf(SAMPLE_ROUTE) * (BEGINS_AT + (1 - BEGINS_AT) * share)
  for (const [index, [from, to]] of pairs(SAMPLE_ROUTE).entries()) {
    const length = metresBetween(from, to)
    if (left <= length) {
      const part = left / length
      const at = {
        lat: from.lat + (to.lat - from.lat) * part,
        lng: from.lng + (to.lng - from.lng) * part,
      }
      return { at, heading: bearing(from, to), ahead: SAMPLE_ROUTE.slice(index + 1) }
    }
    left -= length
  }
  return { at: DROPOFF, heading: 0, ahead: [DROPOFF] }
}

function lengthOf(line: LatLng[]): number {
  return pairs(line).reduce((sum, [from, to]) => sum + metresBetween(from, to), 0)
}

function pairs(line: LatLng[]): [LatLng, LatLng][] {
  return line.flatMap((from, index) => {
    const to = line[index + 1]
    return to ? [[from, to] as [LatLng, LatLng]] : []
  })
}
