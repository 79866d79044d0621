import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@/features/sign-in/RegisterPage'
import { registerSearch } from '@/shared/session/next'

export const Route = createFileRoute('/register')({
  staticData: { title: 'Sign up' },
  validateSearch: registerSearch,
  // A loader is not split from the first load by itself.
  loader: async () => (await import('@/auth/signInMethods')).loadSignInMethodsInTime(),
  component: function Register() {
    return <RegisterPage {...Route.useSearch()} learnt={Route.useLoaderData()} />
  },
})
