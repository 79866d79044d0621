import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/forgot-password')({
  component: () => (
    <NotBuiltYet
      subject="Forgot password"
      meanwhile="Accounts are not open yet, so there is no password to reset."
    />
  ),
})
