/** Where a driver's money is: the same words for the same place on every screen. */
export const MONEY = {
  /** It waits at the payment provider. */
  balance: 'In your balance',
  onItsWay: 'On its way to your bank',
  paid: 'Paid to your bank',
} as const
