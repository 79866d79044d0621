import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'
import { tabSearch } from '@/components/tabs'

export const Route = createFileRoute('/driver-dashboard')({
  validateSearch: tabSearch,
  component: () => (
    <NotBuiltYet
      subject="Driver dashboard"
      meanwhile="Jobs, earnings and payouts will be here once drivers can apply."
    />
  ),
})
