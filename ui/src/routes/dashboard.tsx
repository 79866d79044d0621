import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'
import { tabSearch } from '@/components/tabs'

export const Route = createFileRoute('/dashboard')({
  validateSearch: tabSearch,
  component: () => (
    <NotBuiltYet
      subject="My Dashboard"
      meanwhile="Your orders and payments will be here. Prices can be tried on the home page today."
    />
  ),
})
