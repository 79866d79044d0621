import { createFileRoute } from '@tanstack/react-router'
import { deviceDataOf } from '@/app/useSignOut'
import { AccountPage } from '@/features/account/AccountPage'
import { nextSearch } from '@/shared/session/next'
import { SignedIn } from '@/shared/session/SignedIn'

export const Route = createFileRoute('/account')({
  staticData: { title: 'Your account' },
  validateSearch: nextSearch,
  // A loader is not split from the first load by itself.
  loader: async () => (await import('@/auth/signInMethods')).loadSignInMethodsInTime(),
  component: function Account() {
    const learnt = Route.useLoaderData()
    const { next } = Route.useSearch()
    return (
      <SignedIn
        title="Please log in"
        sentence="You need to be logged in to view your account"
        action="Login"
      >
        {(user) => (
          <AccountPage user={user} learnt={learnt} next={next} deviceDataOf={deviceDataOf} />
        )}
      </SignedIn>
    )
  },
})
