import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/login')({
  component: () => (
    <NotBuiltYet
      subject="Login"
      meanwhile="Accounts are not open yet. Prices can be tried on the home page without one."
    />
  ),
})
