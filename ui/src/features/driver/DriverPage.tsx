import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DriverOut, JobOfferOut } from '@/api/generated/types.gen'
import { leadTo } from '@/shared/offers/leadTo'
import { RequestBar } from '@/shared/offers/RequestBar'
import { LocationNotice } from './console/LocationNotice'
import { RequestBanner } from './console/Requests'
import { useTunnel } from './console/storage'
import { useRequests } from './console/useRequests'
import { useUnseenRequest } from './console/useUnseenRequest'
import { useWork } from './console/useWork'
import { WaitingRequests } from './console/WaitingRequests'
import { EarningsTab } from './earnings/EarningsTab'
import { JobsTab } from './jobs/JobsTab'
import { ReportedProblems } from './jobs/ReportedProblems'
import { InstantTab } from './payouts/InstantTab'
import { PayoutsTab } from './payouts/PayoutsTab'
import type { PayoutSearch } from './payouts/search'
import { VehicleUnknown } from './profile/VehicleUnknown'
import { DriverFrame } from './shell/DriverFrame'
import { Installable } from './shell/Installable'
import { type Tab, tabOf } from './tabs'

/**
 * /driver-dashboard for a driver (DRV-03, DRV-04): one screen, and one place that asks for jobs, offers and
 * the device's position, whichever tab is open.
 */
export function DriverPage(props: {
  driver: DriverOut
  userId: string
  word: string | undefined
  payouts: PayoutSearch
  onPayouts: (search: PayoutSearch) => void
  /** What other capabilities bring to the dashboard. */
  analytics: ReactNode
  tax: ReactNode
}) {
  const { driver, userId } = props
  const tab = tabOf(props.word)
  useTunnel(userId)
  const work = useWork(driver, userId)
  const requests = useRequests(work.fix)
  const navigate = useNavigate()
  const banner = liesOver(tab, work.current !== undefined, requests.newest)
    ? requests.newest
    : undefined
  const unseen = useUnseenRequest(banner, work.fix)
  const see = async ({ id }: JobOfferOut) => {
    leadTo(id)
    if (tab !== 'jobs') await navigate({ to: '/driver-dashboard', search: {}, resetScroll: false })
  }
  return (
    <DriverFrame
      driver={driver}
      open={tab}
      isOnJob={work.current !== undefined}
      isLocated={work.isLocated}
      notices={
        <>
          <Installable driverId={driver.id} />
          <LocationNotice locationError={work.locationError} />
          <VehicleUnknown driver={driver} />
          <ReportedProblems />
        </>
      }
    >
      {WITH_A_FORM.has(tab) && <WaitingRequests count={banner || unseen ? 0 : requests.count} />}
      <RequestBanner offer={banner} here={work.fix} />
      {tab === 'jobs' && (
        <JobsTab driver={driver} work={work} requests={requests} banner={banner} />
      )}
      {tab === 'earnings' && <EarningsTab driverId={driver.id} />}
      {tab === 'instant-payouts' && (
        <InstantTab
          driverId={driver.id}
          view={props.payouts.payouts ?? 'instant'}
          onView={(view) => props.onPayouts({ payouts: view === 'instant' ? undefined : view })}
        />
      )}
      {tab === 'performance-analytics' && props.analytics}
      {tab === 'tax-center' && props.tax}
      {tab === 'payouts' && <PayoutsTab driverId={driver.id} />}
      <RequestBar offer={unseen} here={work.fix} onSee={(offer) => void see(offer)} />
    </DriverFrame>
  )
}

const WITH_A_FORM: ReadonlySet<Tab> = new Set(['instant-payouts', 'payouts'])

/**
 * Whether a request lies over the screen: without a job to be on by now the requests stand first on their tab, and
 * over a form for money comes only what is this driver's alone to answer in time.
 */
function liesOver(tab: Tab, hasJob: boolean, offer: JobOfferOut | undefined): boolean {
  if (tab === 'jobs') return hasJob
  return !WITH_A_FORM.has(tab) || offer?.expires_at != null
}
