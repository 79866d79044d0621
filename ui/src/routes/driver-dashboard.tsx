import { createFileRoute } from '@tanstack/react-router'
import { tabSearch } from '@/app/tabSearch'
import { PerformanceAnalytics } from '@/features/behaviour/PerformanceAnalytics'
import { analyticsSearch } from '@/features/behaviour/search'
import { storedConsole } from '@/features/driver/console/storage'
import { DriverGate } from '@/features/driver/DriverGate'
import { DriverPage } from '@/features/driver/DriverPage'
import { payoutSearch } from '@/features/driver/payouts/search'
import { taxSearch } from '@/features/tax/search'
import { TaxCenter } from '@/features/tax/TaxCenter'

export const Route = createFileRoute('/driver-dashboard')({
  staticData: { title: 'Driver dashboard' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...tabSearch(search),
    ...analyticsSearch(search),
    ...taxSearch(search),
    ...payoutSearch(search),
  }),
  component: DriverDashboard,
})

function DriverDashboard() {
  const { tab, tax, year, payouts, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DriverGate known={(userId) => storedConsole(userId)?.driver}>
      {(driver, userId) => (
        <DriverPage
          driver={driver}
          userId={userId}
          word={tab}
          payouts={{ payouts }}
          onPayouts={(next) =>
            void navigate({ search: { tab, ...next }, replace: true, resetScroll: false })
          }
          analytics={
            <PerformanceAnalytics
              search={search}
              onSearch={(next) =>
                void navigate({ search: { tab, ...next }, replace: true, resetScroll: false })
              }
            />
          }
          tax={
            <TaxCenter
              driverId={driver.id}
              search={{ tax, year }}
              onSearch={(next) =>
                void navigate({ search: { tab, ...next }, replace: true, resetScroll: false })
              }
            />
          }
        />
      )}
    </DriverGate>
  )
}
