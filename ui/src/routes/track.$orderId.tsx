import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/track/$orderId')({
  component: () => (
    <NotBuiltYet
      subject="Track an order"
      meanwhile="You will follow your driver on the map here. No order can be placed yet, so there is none to follow."
    />
  ),
})
