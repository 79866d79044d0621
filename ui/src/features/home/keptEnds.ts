import { onPersonalDataCleared } from '@/auth/personalData'
import type { Ends } from './HeroTrip'

export const NO_ENDS: Ends = { pickup: null, dropoff: null }

/** What was chosen on the home page, for whoever comes back to it from the question to log in. */
let kept = NO_ENDS
onPersonalDataCleared(() => {
  kept = NO_ENDS
})

export const keptEnds = () => kept

export function keepEnds(ends: Ends): void {
  kept = ends
}
