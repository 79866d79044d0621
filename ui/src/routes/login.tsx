import { createFileRoute } from '@tanstack/react-router'
import { nextSearch } from '@/components/session/next'
import { LoginPage } from '@/features/sign-in/LoginPage'

export const Route = createFileRoute('/login')({
  validateSearch: nextSearch,
  // A loader is not split from the first load by itself.
  loader: async () => (await import('@/api/waysIn')).waysInSoon(),
  component: function Login() {
    return <LoginPage next={Route.useSearch().next} learnt={Route.useLoaderData()} />
  },
})
