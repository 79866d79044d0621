import { Notice } from '@/components/Notice'
import { PaymentFailed } from './PaymentFailed'
import type { useSettling } from './useCharge'

/** What came of a card that this browser has shown to the provider, or whose bank it has asked. */
export function PaymentOutcome(props: {
  refused: string | null
  settling: ReturnType<typeof useSettling>
  reassurance: string
}) {
  const { data, error, isPending, mutate } = props.settling
  if (isPending) return null
  if (props.refused !== null) {
    return (
      <Notice
        kind="problem"
        title={`Payment failed: ${props.refused} Please try again or contact support.`}
        takesFocus
      >
        Nothing was charged. {props.reassurance}
      </Notice>
    )
  }
  if (error) return <PaymentFailed error={error} reassurance={props.reassurance} />
  if (data?.payment.status === 'processing' || data?.payment.status === 'requires_action') {
    return (
      <Notice
        kind="news"
        title="Your bank is still deciding."
        action={{ label: 'Look Again', onClick: () => mutate() }}
        takesFocus
      >
        You cannot be charged twice for this order.
      </Notice>
    )
  }
  if (data?.payment.status === 'requires_payment_method') {
    return <Notice kind="problem" title="Payment failed. Please try again." takesFocus />
  }
  return null
}
