import { createFileRoute } from '@tanstack/react-router'
import { InvalidConfirmation } from '@/features/payments/confirmation/InvalidConfirmation'

export const Route = createFileRoute('/payment-success/')({
  staticData: { title: 'Payment confirmation' },
  component: InvalidConfirmation,
})
