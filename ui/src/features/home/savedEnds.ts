import { onPersonalDataCleared } from '@/auth/personalData'
import type { Ends } from './HeroTrip'

export const NO_ENDS: Ends = { pickup: null, dropoff: null }

/** What was chosen on the home page, for whoever comes back to it from the question to log in. */
let saved = NO_ENDS
onPersonalDataCleared(() => {
  saved = NO_ENDS
})

export const savedEnds = () => saved

export function saveEnds(ends: Ends): void {
  saved = ends
}
