import type { PayoutEligibilityOut, PayoutSettingsOut } from '@/api/generated/types.gen'
import { formatCents, formatStartingAt } from '@/components/Money'

/** In cents: what one press chooses. */
export const QUICK_CENTS = [25_00, 50_00, 100_00]

/** What is wrong with an amount, in the words of the server's refusal; null while it may go. */
export function amountFault(
  cents: number | null,
  isInstant: boolean,
  standing: Pick<PayoutEligibilityOut, 'available_cents'>,
  settings: Pick<PayoutSettingsOut, 'minimum_instant_cents' | 'maximum_instant_cents'>,
): string | null {
  if (cents === null || cents < 1) return 'Write an amount such as 25.00'
  if (isInstant && cents < settings.minimum_instant_cents)
    return `Minimum instant payout amount is ${formatStartingAt(settings.minimum_instant_cents)}`
  if (isInstant && cents > settings.maximum_instant_cents)
    return `Maximum instant payout amount is ${formatStartingAt(settings.maximum_instant_cents)}`
  if (cents > standing.available_cents)
    return `Your available balance is ${formatCents(Math.max(standing.available_cents, 0))}`
  return null
}

/** Why nothing at all can be requested just now; null while something can. */
export function nothingToSend(
  isInstant: boolean,
  standing: Pick<PayoutEligibilityOut, 'available_cents' | 'most_now_cents'>,
): string | null {
  if (standing.available_cents < 1) return 'There is nothing to pay out yet: your balance is $0.'
  if (!isInstant || standing.most_now_cents > 0) return null
  return 'Your maximum of an instant payout is $0. Choose a standard payout, or raise it in the settings.'
}
