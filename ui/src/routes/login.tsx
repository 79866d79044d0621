import { createFileRoute } from '@tanstack/react-router'
import { nextSearch } from '@/components/session/next'
import { LoginPage } from '@/features/sign-in/LoginPage'

export const Route = createFileRoute('/login')({
  validateSearch: nextSearch,
  component: function Login() {
    return <LoginPage next={Route.useSearch().next} />
  },
})
