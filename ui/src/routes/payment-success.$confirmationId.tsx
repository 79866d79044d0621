import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/payment-success/$confirmationId')({
  component: () => (
    <NotBuiltYet
      subject="Payment confirmation"
      meanwhile="Your confirmation will be shown here. No payment can be taken yet."
    />
  ),
})
