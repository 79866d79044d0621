import { createFileRoute } from '@tanstack/react-router'
import { registerSearch } from '@/components/session/next'
import { RegisterPage } from '@/features/sign-in/RegisterPage'

export const Route = createFileRoute('/register')({
  validateSearch: registerSearch,
  // A loader is not split from the first load by itself.
  loader: async () => (await import('@/api/waysIn')).waysInSoon(),
  component: function Register() {
    return <RegisterPage {...Route.useSearch()} learnt={Route.useLoaderData()} />
  },
})
