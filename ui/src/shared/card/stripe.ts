import { loadStripe } from '@stripe/stripe-js/pure'

const loading = new Map<string, ReturnType<typeof loadStripe>>()

/**
 * Stripe's own script, asked for when somebody is about to pay and not before, once a page. A
 * script that could not be had is asked for again the next time.
 */
export function stripeWith(publishableKey: string) {
  const known = loading.get(publishableKey)
  if (known) return known
  const asked = loadStripe(publishableKey)
  loading.set(publishableKey, asked)
  asked.catch(() => loading.delete(publishableKey))
  return asked
}

/** What came of showing a card to Stripe: the server is to be asked, or the sentence for people. */
export type Shown = { kind: 'shown' } | { kind: 'refused'; sentence: string }

const CHARGED = new Set(['succeeded', 'processing', 'requires_capture'])

/**
 * A refusal that is none: the card was charged before, by an attempt whose answer was lost. Then
 * the server finds out what the payment has come to.
 */
export function shownBy(
  error: { message?: string; payment_intent?: { status?: string } } | undefined,
): Shown {
  if (!error || CHARGED.has(error.payment_intent?.status ?? '')) return { kind: 'shown' }
  return { kind: 'refused', sentence: error.message ?? 'Payment failed. Please try again.' }
}

/** Has the cardholder's bank ask, where a saved card waits for that. */
export async function askBank(publishableKey: string, clientSecret: string): Promise<Shown> {
  const stripe = await stripeWith(publishableKey)
  if (!stripe) throw new Error('Stripe’s script could not be had.')
  const { error } = await stripe.handleNextAction({ clientSecret })
  return shownBy(error)
}
