import { formatMinutes } from '@/components/time'
import type { CalculatedFare, Fare, Trip } from './queries'
import { formatMiles, formatPounds, URGENCY_LABEL } from './trip'

export interface FareLine {
  name: string
  note?: string
  /** Null where it is not known yet. */
  cents: number | null
  /** A sum of the lines above it. */
  sum?: boolean
}

export const LINES_OF_A_FARE = 7

/** The lines of the calculator's fare; the first five make the subtotal (OP-08, OP-12). */
export function calculatorLines(trip: Trip, fare: Fare | CalculatedFare): FareLine[] {
  return [
    { name: 'Base fare', cents: fare.base_fare_cents },
    { name: 'Distance', note: formatMiles(trip.miles), cents: fare.distance_fee_cents },
    { name: 'Time', note: formatMinutes(trip.minutes), cents: fare.time_fee_cents },
    { name: 'Urgency', note: URGENCY_LABEL[trip.urgency], cents: fare.urgency_fee_cents },
    ...extras(trip, fare),
    ...sums(fare),
  ]
}

/** The lines of a driver's estimate (OP-35): their own rate, topped up to their minimum. */
export function driverLines(trip: Trip, fare: Fare): FareLine[] {
  return [
    { name: 'Distance', note: formatMiles(trip.miles), cents: fare.distance_fee_cents },
    { name: 'Top-up to the minimum', cents: fare.base_fare_cents },
    { name: 'Time', note: formatMinutes(trip.minutes), cents: fare.time_fee_cents },
    { name: 'Service and urgency', cents: fare.urgency_fee_cents },
    ...extras(trip, fare),
    ...sums(fare),
  ]
}

/** An extra helper has a line of their own, and is no part of what the load adds. */
function extras(trip: Trip, fare: Fare | CalculatedFare): FareLine[] {
  const { extra_fees_cents: all, helper_fee_cents: helper } = fare
  const load = { name: 'Extras', note: extrasOf(trip), cents: all - helper }
  return helper > 0 ? [load, { name: 'Extra helper', cents: helper }] : [load]
}

function sums(fare: Fare | CalculatedFare): FareLine[] {
  const untaxed = 'tax_known' in fare && !fare.tax_known
  return [
    { name: 'Subtotal', cents: fare.subtotal_cents, sum: true },
    untaxed
      ? { name: 'Taxes', note: 'by the place of delivery', cents: null }
      : { name: 'Taxes', cents: fare.taxes_cents },
  ]
}

function extrasOf(trip: Trip): string {
  const counted = [formatPounds(trip.weight_pounds)]
  if (trip.fragile) counted.push('fragile')
  if (trip.assembly) counted.push('assembly')
  return counted.join(', ')
}
