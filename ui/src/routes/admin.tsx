import { createFileRoute } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { SignedIn } from '@/components/session/SignedIn'
import { tabSearch } from '@/components/tabs'

const AdminContests = lazy(() => import('@/features/behaviour/admin/AdminContests'))
const AdminReports = lazy(() => import('@/features/reports/AdminReports'))
const JobsPanel = lazy(() => import('@/features/jobs/JobsPanel'))
const AdminMoney = lazy(() => import('@/features/payments/admin/AdminMoney'))

export const Route = createFileRoute('/admin')({
  validateSearch: tabSearch,
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
            <Suspense>
              <AdminMoney
                word={tab}
                others={{
                  reports: <Loading of={AdminReports} />,
                  contests: <Loading of={AdminContests} />,
                  jobs: <Loading of={JobsPanel} />,
                }}
              />
            </Suspense>
          ) : (
            <NoAdmin />
          )
        }
      </SignedIn>
    )
  },
})

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
