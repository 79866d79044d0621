/** What a payment is for, in the two sentences round the card. */
export interface PaymentCopy {
  /** Above the card. */
  lead: string
  /** What a failed attempt has not cost. */
  reassurance: string
}

export const BOOKING: PaymentCopy = {
  lead: 'Complete payment to confirm your booking',
  reassurance: 'Your booking is kept.',
}
