import { createFileRoute } from '@tanstack/react-router'
import { PaymentSuccess } from '@/features/payments/confirmation/PaymentSuccess'

export const Route = createFileRoute('/payment-success/$confirmationId')({
  component: function Confirmed() {
    return <PaymentSuccess confirmationId={Route.useParams().confirmationId} />
  },
})
