import { codeOf } from '@/api/problem'
import { Notice } from '@/components/Notice'

/** The quote is over, or the order was not paid in time and is cancelled (OP-24). */
export function hasLapsed(cause: unknown): boolean {
  const code = codeOf(cause)
  return code === 'quote_expired' || code === 'illegal_move' || code === 'not_found'
}

export function PaymentExpired({ busy, onNewPrice }: { busy: boolean; onNewPrice: () => void }) {
  return (
    <Notice
      kind="problem"
      title="This price has expired."
      action={{ label: 'Get New Price', onClick: onNewPrice, busy }}
    >
      Nothing was charged, and everything you entered is kept.
    </Notice>
  )
}
