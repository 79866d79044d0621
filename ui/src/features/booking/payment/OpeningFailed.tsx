import { sentenceOf } from '@/api/problem'
import { Notice } from '@/components/Notice'
import { hasLapsed, PaymentExpired } from '@/shared/card-payment/PaymentExpired'
import { BookingFailed } from '../booking'

/** Why there is no payment yet, by the step at which it failed (BKG-18, PAY-05). */
export function OpeningFailed(props: {
  error: unknown
  busy: boolean
  onTryAgain: () => void
  onNewPrice: () => void
}) {
  const { error, busy } = props
  if (!error) return null
  const { stage, cause } =
    error instanceof BookingFailed ? error : { stage: 'payment', cause: error }
  if (hasLapsed(cause)) return <PaymentExpired busy={busy} onNewPrice={props.onNewPrice} />
  return (
    <Notice
      kind="problem"
      title={
        stage === 'order'
          ? 'Order creation failed. Please try again.'
          : 'Failed to initialize payment. Please try again.'
      }
      action={{ label: 'Try Again', onClick: props.onTryAgain, busy }}
    >
      {stage === 'payment' && <p>Failed to create payment intent</p>}
      <p>{sentenceOf(cause)}</p>
    </Notice>
  )
}
