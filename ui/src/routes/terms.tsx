import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '@/features/legal/TermsPage'
import { registerSearch } from '@/shared/session/next'

export const Route = createFileRoute('/terms')({
  staticData: { title: 'Terms' },
  // Whoever reads it on the way to an account goes back to where they were.
  validateSearch: registerSearch,
  component: TermsPage,
})
