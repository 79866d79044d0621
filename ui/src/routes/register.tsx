import { createFileRoute } from '@tanstack/react-router'
import { nextSearch } from '@/components/session/next'
import { RegisterPage } from '@/features/sign-in/RegisterPage'

export const Route = createFileRoute('/register')({
  validateSearch: nextSearch,
  // A loader is not split from the first load by itself.
  loader: async () => (await import('@/api/waysIn')).waysInSoon(),
  component: function Register() {
    return <RegisterPage next={Route.useSearch().next} learnt={Route.useLoaderData()} />
  },
})
