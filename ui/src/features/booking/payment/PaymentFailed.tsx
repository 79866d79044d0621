import { codeOf, sentenceOf } from '@/api/problem'
import { Notice } from '../frame/Notice'
import { NotInitialized } from './usePayment'

/** What came of the last attempt, and that nothing is lost by it (BKG-18, PAY-05). */
export function PaymentFailed({ error }: { error: unknown }) {
  if (error instanceof NotInitialized)
    return <Notice kind="problem" title={error.message} takesFocus />
  const known = codeOf(error) !== undefined
  const reason = known ? sentenceOf(error) : 'The server could not be reached.'
  return (
    <Notice
      kind="problem"
      title={`Payment failed: ${reason} Please try again or contact support.`}
      takesFocus
    >
      {known
        ? 'Nothing was charged. Your booking is kept.'
        : 'Payment failed. Please try again. You cannot be charged twice for this order.'}
    </Notice>
  )
}
