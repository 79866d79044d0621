import type { PaymentOut } from '@/api/generated/types.gen'
import type { PaymentCopy } from './copy'
import type { PaidOrder } from './useCharge'

/** What every way to pay is told. */
export interface PaymentProps {
  payment: PaymentOut | undefined
  /** What is to be paid, until the payment itself is there. */
  offeredCents: number
  words: PaymentCopy
  onPaid: (order: PaidOrder) => void
  /** Asks for a new price where prices end; a sum that somebody chose never does. */
  onNewPrice?: () => void
}
