import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'
import { SignedIn } from '@/components/session/SignedIn'
import { tabSearch } from '@/components/tabs'
import { AnalyticsPage } from '@/features/behaviour/AnalyticsPage'
import { analyticsSearch } from '@/features/behaviour/search'

export const Route = createFileRoute('/driver-dashboard')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tabSearch(search),
    ...analyticsSearch(search),
  }),
  component: DriverDashboard,
})

function DriverDashboard() {
  const { tab, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (tab !== 'performance-analytics') {
    return (
      <NotBuiltYet
        subject="Driver dashboard"
        meanwhile="Jobs, earnings and payouts will be here once drivers can apply."
      />
    )
  }
  return (
    <SignedIn
      title="Driver Access Required"
      sentence="Sign in with your driver account to see this page."
      action="Sign In as Driver"
    >
      {(user) => (
        <AnalyticsPage
          user={user}
          search={search}
          onSearch={(next) =>
            void navigate({ search: { tab, ...next }, replace: true, resetScroll: false })
          }
        />
      )}
    </SignedIn>
  )
}
