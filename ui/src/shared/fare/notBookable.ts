import { codeOf } from '@/api/problem'

/** The refusals of trips that the law or the operator leaves to others, by their codes. */
const CODES = new Set(['carrier_credential_required', 'route_closed', 'trip_state_unknown'])

/** Whether this service cannot be booked between these places at all: asking again changes nothing. */
export function isNotBookable(error: unknown): boolean {
  return CODES.has(codeOf(error) ?? '')
}
