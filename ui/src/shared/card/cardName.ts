const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  discover: 'Discover',
  amex: 'American Express',
}

/** "Visa ending 4242". */
export function cardName({ brand, last4 }: { brand: string | null; last4: string | null }): string {
  const name = BRANDS[brand ?? ''] ?? 'Card'
  return last4 ? `${name} ending ${last4}` : name
}
