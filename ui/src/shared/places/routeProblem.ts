import { codeOf, sentenceOf } from '@/api/problem'

/** Whether a price or a route is missing because of the way between the two places (OP-63). */
export function isRouteProblem(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'unavailable' || code === 'no_route'
}

/** What there is to say of it beside the title "Route Calculation Error". */
export function routeProblem(error: unknown): string {
  if (codeOf(error) === 'no_route') {
    return 'No road connects these two places. Please choose another pickup or dropoff.'
  }
  return !error || isRouteProblem(error)
    ? 'The way between these two places could not be calculated, so there is no price for it yet.'
    : sentenceOf(error)
}
