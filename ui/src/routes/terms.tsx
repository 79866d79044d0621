import { createFileRoute } from '@tanstack/react-router'
import { registerSearch } from '@/components/session/next'
import { TermsPage } from '@/features/legal/TermsPage'

export const Route = createFileRoute('/terms')({
  // Whoever reads it on the way to an account goes back to where they were.
  validateSearch: registerSearch,
  component: TermsPage,
})
