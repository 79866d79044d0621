/** What a payment is for, in the two sentences round the card. */
export interface PaymentWords {
  /** Above the card. */
  lead: string
  /** What a failed attempt has not cost. */
  kept: string
}

export const BOOKING: PaymentWords = {
  lead: 'Complete payment to confirm your booking',
  kept: 'Your booking is kept.',
}
