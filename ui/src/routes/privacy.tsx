import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '@/features/legal/PrivacyPage'
import { registerSearch } from '@/shared/session/next'

export const Route = createFileRoute('/privacy')({
  staticData: { title: 'Privacy' },
  // Whoever reads it on the way to an account goes back to where they were.
  validateSearch: registerSearch,
  component: PrivacyPage,
})
