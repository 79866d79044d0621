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
  /** What the line before it consists of; it is counted there. */
  part?: boolean
}

export const LINES_OF_A_FARE = 8

/**
 * The lines of the calculator's fare, by the names that they have on the receipt (PAY-17, OP-35); the
 * fees make the subtotal (OP-08, OP-12).
 */
export function calculatorLines(trip: Trip, fare: Fare | CalculatedFare): FareLine[] {
  return [
    { name: 'Base fee', cents: fare.base_fare_cents },
    ...travel(trip, fare),
    ...service(trip, fare, { name: 'Urgency', note: URGENCY_LABEL[trip.urgency] }),
    ...sums(fare),
  ]
}

/** The lines of a driver's estimate (OP-35): their own rate, topped up to their minimum. */
export function driverLines(trip: Trip, fare: Fare): FareLine[] {
  return [
    { name: 'Base fee', note: 'up to the driver’s minimum', cents: fare.base_fare_cents },
    ...travel(trip, fare),
    ...service(trip, fare, { name: 'Service and urgency' }),
    ...sums(fare),
  ]
}

function travel(trip: Trip, fare: Fare | CalculatedFare): FareLine[] {
  return [
    { name: 'Distance fee', note: formatMiles(trip.miles), cents: fare.distance_fee_cents },
    { name: 'Time fee', note: formatMinutes(trip.minutes), cents: fare.time_fee_cents },
  ]
}

/** One fee of two parts. An extra helper has a line of their own, and is no part of what the load adds. */
function service(
  trip: Trip,
  fare: Fare | CalculatedFare,
  factor: Pick<FareLine, 'name' | 'note'>,
): FareLine[] {
  const { extra_fees_cents: all, helper_fee_cents: helper, urgency_fee_cents: urgency } = fare
  const load = all - helper
  return [
    { name: 'Service fee', cents: urgency + load },
    { ...factor, cents: urgency, part: true },
    { name: 'Weight and extras', note: extrasOf(trip), cents: load, part: true },
    ...(helper > 0 ? [{ name: 'Extra helper', cents: helper }] : []),
  ]
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
