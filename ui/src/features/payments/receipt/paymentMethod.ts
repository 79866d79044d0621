import type { PaymentMethodOut } from '@/api/generated/types.gen'

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  discover: 'Discover',
  amex: 'American Express',
}

/** "Visa ending 4242". */
export function methodWords({ brand, last4 }: PaymentMethodOut): string {
  const name = BRANDS[brand ?? ''] ?? 'Card'
  return last4 ? `${name} ending ${last4}` : name
}
