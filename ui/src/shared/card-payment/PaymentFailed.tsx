import { codeOf, sentenceOf } from '@/api/problem'
import { Notice } from '@/components/Notice'
import { isTakenElsewhere, isUndecided, NotInitialized } from './useCharge'

/** What came of the last attempt, and that nothing is lost by it (BKG-18, PAY-05). */
export function PaymentFailed({ error, reassurance }: { error: unknown; reassurance: string }) {
  if (error instanceof NotInitialized)
    return <Notice kind="problem" title={error.message} takesFocus />
  const code = codeOf(error)
  if (isTakenElsewhere(error)) {
    return (
      <Notice kind="news" title={sentenceOf(error)} takesFocus>
        You cannot be charged twice for this order.
      </Notice>
    )
  }
  return (
    <Notice kind="problem" title={titleOf(error, code)} takesFocus>
      {isUndecided(error)
        ? `${code ? '' : `${FAILED} `}You cannot be charged twice for this order.`
        : `Nothing was charged. ${reassurance}`}
    </Notice>
  )
}

const FAILED = 'Payment failed. Please try again.'

function titleOf(error: unknown, code: string | undefined) {
  const reason = code ? sentenceOf(error) : 'The server could not be reached.'
  if (reason === FAILED) return FAILED
  return `Payment failed: ${reason} Please try again or contact support.`
}
