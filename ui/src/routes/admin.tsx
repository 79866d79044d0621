import { Skeleton } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { AdminFrame } from '@/app/AdminFrame'
import { tabSearch } from '@/app/tabSearch'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { screeningsSearch } from '@/features/applications/screening/queueSearch'
import { applicationsSearch } from '@/features/applications/search'
import { auditSearch } from '@/features/audit/search'
import { authoritySearch } from '@/features/authority/search'
import { claimsSearch } from '@/features/claims/search'
import { ordersSearch } from '@/features/orders/search'
import { paymentsSearch, splitsSearch } from '@/features/payments/admin/search'
import { payoutsSearch } from '@/features/payouts/search'
import { peopleSearch } from '@/features/people/search'
import { taxReportSearch } from '@/features/tax/report/search'
import { SignedIn } from '@/shared/session/SignedIn'

const AdminApplications = lazy(() => import('@/features/applications/AdminApplications'))
const AdminScreenings = lazy(() => import('@/features/applications/screening/AdminScreenings'))
const AdminAuthority = lazy(() => import('@/features/authority/AdminAuthority'))
const AdminContests = lazy(() => import('@/features/behaviour/admin/AdminContests'))
const AdminOverview = lazy(() => import('@/features/overview/AdminOverview'))
const AdminOrders = lazy(() => import('@/features/orders/AdminOrders'))
const AdminPeople = lazy(() => import('@/features/people/AdminPeople'))
const AdminAudit = lazy(() => import('@/features/audit/AdminAudit'))
const AdminClaims = lazy(() => import('@/features/claims/AdminClaims'))
const JobsPanel = lazy(() => import('@/features/jobs/JobsPanel'))
const AllPayments = lazy(() => import('@/features/payments/admin/AllPayments'))
const Differences = lazy(() => import('@/features/payments/admin/Differences'))
const AdminPayouts = lazy(() => import('@/features/payouts/AdminPayouts'))
const TaxReport = lazy(() => import('@/features/tax/report/TaxReport'))
const AllSplits = lazy(() => import('@/features/payments/admin/AllSplits'))

/** What a panel shows lives in the address: going back and reloading keep it. */
function adminSearch(search: Record<string, unknown>) {
  return {
    ...tabSearch(search),
    ...ordersSearch(search),
    ...paymentsSearch(search),
    ...splitsSearch(search),
    ...applicationsSearch(search),
    ...screeningsSearch(search),
    ...authoritySearch(search),
    ...claimsSearch(search),
    ...payoutsSearch(search),
    ...peopleSearch(search),
    ...auditSearch(search),
    ...taxReportSearch(search),
  }
}
type AdminSearch = ReturnType<typeof adminSearch>

export const Route = createFileRoute('/admin')({
  staticData: { title: 'Admin' },
  validateSearch: adminSearch,
  component: function Admin() {
    const { tab } = Route.useSearch()
    return (
      <SignedIn
        title="Please log in"
        sentence="You need to be logged in as an administrator"
        action="Login"
      >
        {(user) =>
          user.userType === 'admin' ? (
            <AdminFrame
              tab={tab}
              panels={{
                overview: <Loading of={AdminOverview} />,
                payments: <Searched of={AllPayments} height={420} />,
                splits: <Searched of={AllSplits} height={420} />,
                payouts: <Searched of={AdminPayouts} height={420} />,
                tax: <Searched of={TaxReport} height={420} />,
                differences: <Loading of={Differences} />,
                orders: <Searched of={AdminOrders} height={720} />,
                people: <Searched of={AdminPeople} height={720} />,
                applications: <Searched of={AdminApplications} height={420} />,
                screenings: <Searched of={AdminScreenings} height={420} />,
                authority: <Searched of={AdminAuthority} height={420} />,
                claims: <Searched of={AdminClaims} height={420} />,
                contests: <Loading of={AdminContests} />,
                audit: <Searched of={AdminAudit} height={720} />,
                jobs: <Loading of={JobsPanel} />,
              }}
            />
          ) : (
            <NoAdmin />
          )
        }
      </SignedIn>
    )
  },
})

type Searching = { search: AdminSearch; onSearch: (changed: Partial<AdminSearch>) => void }

/** A panel whose filters are in the address. To what it opens as a page of its own, one goes back. */
function Searched({ of: Panel, height }: { of: ComponentType<Searching>; height: number }) {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: '/admin' })
  const change = (changed: Partial<AdminSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: !('claim' in changed || 'person' in changed || 'application' in changed),
      resetScroll: false,
    })
  return (
    <Suspense fallback={<Skeleton height={height} radius="lg" />}>
      <Panel search={search} onSearch={change} />
    </Suspense>
  )
}

function Loading({ of: Panel }: { of: ComponentType }) {
  return (
    <Suspense>
      <Panel />
    </Suspense>
  )
}

function NoAdmin() {
  return (
    <ScreenMessage
      eyebrow="Admin"
      title="This page is for administrators"
      actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
    >
      <p>Your account has no rights here.</p>
    </ScreenMessage>
  )
}
