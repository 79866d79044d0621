import type { TrackedDriverOut } from '@/api/generated/types.gen'
import { vehicleName } from './VehicleSilhouette'

/** What sign-up fills in for a new driver. */
const UNKNOWN = 'To be updated'

/** Whether somebody has said what they drive. */
export function isDescribed({ make, model }: { make: string; model: string }): boolean {
  return make !== UNKNOWN && model !== UNKNOWN
}

/** "2021 Ford Transit, van"; of a vehicle that was never described only the type is told. */
export function vehicleLabel({ type, make, model, year }: TrackedDriverOut['vehicle']): string {
  if (!isDescribed({ make, model })) return vehicleName(type)
  return `${year} ${make} ${model}, ${vehicleName(type).toLowerCase()}`
}
