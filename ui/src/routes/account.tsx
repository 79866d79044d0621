import { createFileRoute } from '@tanstack/react-router'
import { SignedIn } from '@/components/session/SignedIn'
import { AccountPage } from '@/features/account/AccountPage'

export const Route = createFileRoute('/account')({
  component: () => (
    <SignedIn
      title="Please log in"
      sentence="You need to be logged in to view your account"
      action="Login"
    >
      {(user) => <AccountPage user={user} />}
    </SignedIn>
  ),
})
