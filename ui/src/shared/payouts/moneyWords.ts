/** Where a driver's money is: the same words for the same place on every screen. */
export const MONEY = {
  unsent: 'Not in your balance yet',
  /** It waits at the payment provider. */
  balance: 'In your balance',
  onItsWay: 'On its way to you',
  paid: 'Paid to you',
} as const
