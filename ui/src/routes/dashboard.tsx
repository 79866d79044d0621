import { Skeleton } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { tabSearch } from '@/app/tabSearch'
import { DashboardPage } from '@/features/dashboard/DashboardPage'
import { type HistorySearch, historySearch } from '@/features/payments/search'
import { SignedIn } from '@/shared/session/SignedIn'

const PaymentSplits = lazy(() => import('@/features/payments/splits/PaymentSplits'))
const PaymentHistory = lazy(() => import('@/features/payments/history/PaymentHistory'))

export const Route = createFileRoute('/dashboard')({
  staticData: { title: 'Dashboard' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...tabSearch(search),
    ...historySearch(search),
  }),
  component: function Dashboard() {
    const { tab } = Route.useSearch()
    return (
      <SignedIn
        title="Please log in"
        sentence="You need to be logged in to view your dashboard"
        action="Login"
      >
        {(user) => (
          <DashboardPage
            word={tab}
            panels={{
              payments: <Payments />,
              splits: <Splits showAll={user.userType === 'admin'} />,
            }}
          />
        )}
      </SignedIn>
    )
  },
})

/** The filters live in the address, so that going back and reloading keep them. */
function Payments() {
  const { tab, ...search } = Route.useSearch()
  const navigate = useNavigate({ from: '/dashboard' })
  const change = (changed: Partial<HistorySearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Suspense fallback={<Skeleton height={600} radius="lg" />}>
      <PaymentHistory search={search} onSearch={change} />
    </Suspense>
  )
}

function Splits({ showAll }: { showAll: boolean }) {
  return (
    <Suspense fallback={<Skeleton height={600} radius="lg" />}>
      <PaymentSplits showAll={showAll} />
    </Suspense>
  )
}
