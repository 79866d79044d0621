import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/auth/callback')({
  component: () => (
    <NotBuiltYet
      subject="Sign-in link"
      meanwhile="Accounts are not open yet. Nothing was changed by following this link."
    />
  ),
})
