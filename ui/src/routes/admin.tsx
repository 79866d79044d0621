import { Skeleton } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { AdminFrame } from '@/app/AdminFrame'
import { tabSearch } from '@/app/tabSearch'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { type ClaimsSearch, claimsSearch } from '@/features/claims/search'
import { type OrdersSearch, ordersSearch } from '@/features/orders/search'
import { type PaymentsSearch, paymentsSearch } from '@/features/payments/admin/search'
import { SignedIn } from '@/shared/session/SignedIn'

const AdminAccounts = lazy(() => import('@/features/accounts/AdminAccounts'))
const AdminContests = lazy(() => import('@/features/behaviour/admin/AdminContests'))
const AdminOrders = lazy(() => import('@/features/orders/AdminOrders'))
const AdminClaims = lazy(() => import('@/features/claims/AdminClaims'))
const JobsPanel = lazy(() => import('@/features/jobs/JobsPanel'))
const AllPayments = lazy(() => import('@/features/payments/admin/AllPayments'))
const Differences = lazy(() => import('@/features/payments/admin/Differences'))
const PaymentSplits = lazy(() => import('@/features/payments/splits/PaymentSplits'))

export const Route = createFileRoute('/admin')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tabSearch(search),
    ...ordersSearch(search),
    ...paymentsSearch(search),
    ...claimsSearch(search),
  }),
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
                payments: <Payments />,
                splits: (
                  <Suspense>
                    <PaymentSplits showAll />
                  </Suspense>
                ),
                differences: <Loading of={Differences} />,
                orders: <Orders />,
                claims: <Claims />,
                contests: <Loading of={AdminContests} />,
                accounts: <Loading of={AdminAccounts} />,
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

/** The filters and the order that is open live in the address: going back and reloading keep them. */
function Orders() {
  const { tab, ...search } = Route.useSearch()
  const navigate = useNavigate({ from: '/admin' })
  const change = (changed: Partial<OrdersSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Suspense fallback={<Skeleton height={720} radius="lg" />}>
      <AdminOrders search={search} onSearch={change} />
    </Suspense>
  )
}

/** The filters live in the address here as well. */
function Payments() {
  const { search, paid } = Route.useSearch()
  const navigate = useNavigate({ from: '/admin' })
  const change = (changed: Partial<PaymentsSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Suspense fallback={<Skeleton height={420} radius="lg" />}>
      <AllPayments search={{ search, paid }} onSearch={change} />
    </Suspense>
  )
}

/** So do the reports' filters and the report that is open. */
function Claims() {
  const { kind, claims, claim } = Route.useSearch()
  const navigate = useNavigate({ from: '/admin' })
  const change = (changed: Partial<ClaimsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), resetScroll: false })
  return (
    <Suspense fallback={<Skeleton height={420} radius="lg" />}>
      <AdminClaims search={{ kind, claims, claim }} onSearch={change} />
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
