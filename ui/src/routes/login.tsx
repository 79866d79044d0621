import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '@/features/sign-in/LoginPage'
import { nextSearch } from '@/shared/session/next'

export const Route = createFileRoute('/login')({
  staticData: { title: 'Login' },
  validateSearch: nextSearch,
  // A loader is not split from the first load by itself.
  loader: async () => (await import('@/auth/signInMethods')).loadSignInMethodsInTime(),
  component: function Login() {
    return <LoginPage next={Route.useSearch().next} learnt={Route.useLoaderData()} />
  },
})
