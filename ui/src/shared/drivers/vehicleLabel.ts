import type { TrackedDriverOut } from '@/api/generated/types.gen'
import { vehicleName } from './VehicleSilhouette'
import { COLORS } from './vehicleColors'

/** What sign-up fills in for a new driver. */
const UNKNOWN = 'To be updated'

/** Whether somebody has said what they drive. */
export function isDescribed({ make, model }: { make: string; model: string }): boolean {
  return make !== UNKNOWN && model !== UNKNOWN
}

/** "White 2021 Ford Transit, van"; of a vehicle that was never described only the type is told. */
export function vehicleLabel({
  type,
  make,
  model,
  year,
  color,
}: TrackedDriverOut['vehicle']): string {
  const paint = color ? `${COLORS[color]} ` : ''
  const kind = vehicleName(type)
  if (!isDescribed({ make, model })) return paint ? paint + kind.toLowerCase() : kind
  return `${paint}${year} ${make} ${model}, ${kind.toLowerCase()}`
}
