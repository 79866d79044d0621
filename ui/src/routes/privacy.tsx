import { createFileRoute } from '@tanstack/react-router'
import { registerSearch } from '@/components/session/next'
import { PrivacyPage } from '@/features/legal/PrivacyPage'

export const Route = createFileRoute('/privacy')({
  // Whoever reads it on the way to an account goes back to where they were.
  validateSearch: registerSearch,
  component: PrivacyPage,
})
