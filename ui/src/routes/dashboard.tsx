import { createFileRoute } from '@tanstack/react-router'
import { SignedIn } from '@/components/session/SignedIn'
import { tabSearch } from '@/components/tabs'
import { DashboardPage } from '@/features/dashboard/DashboardPage'

export const Route = createFileRoute('/dashboard')({
  validateSearch: tabSearch,
  component: function Dashboard() {
    const { tab } = Route.useSearch()
    return (
      <SignedIn
        title="Please log in"
        sentence="You need to be logged in to view your dashboard"
        action="Login"
      >
        {() => <DashboardPage word={tab} />}
      </SignedIn>
    )
  },
})
