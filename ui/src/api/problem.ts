import type { Problem } from './generated/types.gen'

/** The refusal of what needs a recent proof of identity; whoever gives none ends with it. */
export const PROOF_NEEDED = 'reauthentication_needed'
export const NOT_PROVED = 'Nothing was changed, because you did not confirm that it is you.'

/** The server's own sentence where it sent one; ours where nothing readable came back. */
export function sentenceOf(error: unknown): string {
  if (codeOf(error) === PROOF_NEEDED) return NOT_PROVED
  if (isProblem(error)) return spoken(error.message)
  return 'The server could not be reached. Please try again.'
}

/** A rule that refused once refuses again; only a failed server or network may do better. */
export function isWorthRetrying(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500
}

export function isProblem(error: unknown): error is Problem {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    'message' in error &&
    typeof error.message === 'string' &&
    'status' in error &&
    typeof error.status === 'number'
  )
}

/** The stable name of a refusal; undefined where nothing readable came back. */
export function codeOf(error: unknown): string | undefined {
  return isProblem(error) ? error.code : undefined
}

/** What is wrong with a field, for a place beside it: the sentence without the field's name. */
export function faultOf(error: unknown): string {
  return besideField(isProblem(error) ? error.message : sentenceOf(error))
}

/** How the server begins a refusal of a value: the field's name on the wire, such as `contact.phone: `. */
const OF_A_FIELD = /^([a-z][a-z0-9_]*(?:\.[a-z0-9_]+|\[\d+\])*): (.+)$/s

/** A sentence that begins with the name of a field, without it. */
export function besideField(sentence: string): string {
  const fault = OF_A_FIELD.exec(sentence)?.[2]
  return fault === undefined ? sentence : upperFirst(fault)
}

/** What people call a field, where its name on the wire says something else. */
const CALLED: Record<string, string> = {
  alternative: 'route',
  amount_cents: 'amount',
  at: 'time',
  client_id: 'number',
  consent_text_version: 'text',
  delivery_location: 'dropoff',
  items_description: 'description',
  lat: 'place',
  lng: 'place',
  max_price_cents: 'price limit',
  pickup_location: 'pickup',
  requested_cents: 'amount',
  scheduled_time: 'pickup time',
  scheduled_until: 'arrival window',
  sms_consent: 'consent to texts',
}

/** The server's refusal of a value as a person says it: `scheduled_time: must be …` is no sentence. */
export function spoken(message: string): string {
  const [, path = '', rest = ''] = OF_A_FIELD.exec(message) ?? []
  if (!path) return message
  // What begins like a sentence is one.
  if (/^[A-Z]/.test(rest)) return rest
  const field =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]/g, '') ?? ''
  const called = CALLED[field] ?? field.replace(/_(cents|deg)$/, '').replaceAll('_', ' ')
  return upperFirst(`${called} ${rest}${/[.?!]$/.test(rest) ? '' : '.'}`)
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Which field a refusal is about, such as `card.number`. */
export function fieldOf(error: unknown): string | undefined {
  return (isProblem(error) && error.param) || undefined
}
