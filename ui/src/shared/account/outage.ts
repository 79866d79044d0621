import type { AuthRefusal } from '@/auth/authRefusal'

/** The sentence for a call that nobody decided; undefined where the server refused. */
export function outage(refusal: AuthRefusal): string | undefined {
  if (!refusal.isOutage) return undefined
  if (refusal.status > 0) return 'The server has a problem. Please try again in a moment.'
  if (globalThis.navigator?.onLine === false) {
    return 'You are offline. Please try again when the connection is back.'
  }
  return 'The server could not be reached. Please try again.'
}

/** GoTrue asks for this long where it names no figure (AUT-15). */
const DEFAULT_WAIT_SECONDS = 60

export function isTooMany({ message, code, status }: AuthRefusal): boolean {
  return (
    status === 429 ||
    code === 'over_email_send_rate_limit' ||
    message.includes('over_email_send_rate_limit') ||
    message.includes('For security purposes')
  )
}

/** Instead of GoTrue's sentence, which names no mail. It is read out once, beside the countdown. */
export function mailTooSoon(refusal: AuthRefusal): string | undefined {
  if (refusal.code !== 'over_email_send_rate_limit') return undefined
  const seconds = secondsToWait(refusal)
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return `We sent you a mail a moment ago. Please wait ${wait} before you ask for another.`
}

/** How long a refusal asks to wait; the sentence often names what the header does not. */
export function secondsToWait(refusal: AuthRefusal): number {
  const named = /(\d+)\s*seconds?/.exec(refusal.message)?.[1]
  return refusal.waitSeconds ?? (named ? Number(named) : DEFAULT_WAIT_SECONDS)
}
