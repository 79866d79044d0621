import { createFileRoute } from '@tanstack/react-router'
import { nextSearch } from '@/components/session/next'
import { RegisterPage } from '@/features/sign-in/RegisterPage'

export const Route = createFileRoute('/register')({
  validateSearch: nextSearch,
  component: function Register() {
    return <RegisterPage next={Route.useSearch().next} />
  },
})
