import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/driver-dashboard')({
  component: () => (
    <NotBuiltYet
      subject="Driver dashboard"
      meanwhile="Jobs, earnings and payouts will be here once drivers can apply."
    />
  ),
})
