const METERS_PER_MILE = 1609.344
const FEET_PER_METER = 3.28084
/** From here on people speak of miles. */
const FEW_FEET = 1_000
/** Below this a foot matters; above, the tens do. */
const EXACT_FEET = 100

/** "26 ft", "250 ft" or "1.2 mi". */
export function distanceWords(meters: number): string {
  const feet = meters * FEET_PER_METER
  if (feet < EXACT_FEET) return `${Math.round(feet)} ft`
  if (feet < FEW_FEET) return `${Math.round(feet / 10) * 10} ft`
  return `${(meters / METERS_PER_MILE).toFixed(1)} mi`
}
