import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/dashboard')({
  component: () => (
    <NotBuiltYet
      subject="My Dashboard"
      meanwhile="Your orders and payments will be here. Prices can be tried on the home page today."
    />
  ),
})
