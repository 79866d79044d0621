import { createFileRoute } from '@tanstack/react-router'
import { PaymentSuccess } from '@/features/payments/confirmation/PaymentSuccess'

export const Route = createFileRoute('/payment-success/$confirmationId')({
  staticData: { title: 'Payment confirmation' },
  component: function Confirmed() {
    return <PaymentSuccess confirmationId={Route.useParams().confirmationId} />
  },
})
