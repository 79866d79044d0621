import type { Trip } from './queries'

/** Bounds of the what-if (PRC-14). A real trip may pass them and is priced all the same. */
export const BOUNDS = {
  miles: { min: 0.5, max: 50, step: 0.1 },
  minutes: { min: 10, max: 180, step: 5 },
  weight_pounds: { min: 1, max: 500, step: 1 },
} as const

/** The trip drawn on the map of the home page; the calculator starts from it. */
export const EXAMPLE_TRIP: Trip = {
  service_type: 'delivery',
  miles: 6,
  minutes: 35,
  weight_pounds: 40,
  urgency: 'standard',
  fragile: false,
  assembly: false,
  helpers: 0,
}

/** The words of the booking wizard (OP-06) for what the tariff calls a service type. */
export const SERVICE_LABEL = {
  delivery: 'Small Items',
  moving: 'Large Items',
  pickup: 'Pickup',
} satisfies Record<Trip['service_type'], string>

export const URGENCY_LABEL = {
  standard: 'Standard',
  express: 'Express',
  urgent: 'Urgent',
} satisfies Record<Trip['urgency'], string>

export const formatMiles = (miles: number) => `${miles.toFixed(1)} mi`
export const formatPounds = (pounds: number) => `${pounds.toLocaleString('en-US')} lb`
