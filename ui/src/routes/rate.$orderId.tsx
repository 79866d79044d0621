import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/rate/$orderId')({
  component: () => (
    <NotBuiltYet
      subject="Rate an order"
      meanwhile="You will rate a finished trip here. The link in your message stays valid until then."
    />
  ),
})
