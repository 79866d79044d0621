import { Skeleton } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { DeliveryOut, DriverOut, JobOfferOut } from '@/api/generated/types.gen'
import { Offers } from '@/shared/offers/Offers'
import { ActiveOrders } from '../console/ActiveOrders'
import { ConsoleMap } from '../console/ConsoleMap'
import { DoneList } from '../console/DoneList'
import { JustEarned } from '../console/JustEarned'
import { SampleRequests } from '../console/samples/SampleRequests'
import type { Requests } from '../console/useRequests'
import type { Work } from '../console/useWork'
import { WorkNotices } from '../console/WorkNotices'
import { Figures } from './Figures'
import classes from './JobsTab.module.css'
import { OpenJobs } from './OpenJobs'

const NONE: DeliveryOut[] = []

/** What stands below the map: with a job in hand that comes first, and otherwise what can be had. */
const ORDER = {
  busy: ['job', 'requests', 'figures', 'open', 'samples', 'done'],
  free: ['requests', 'open', 'samples', 'job', 'figures', 'done'],
} as const
type Part = (typeof ORDER)['busy'][number]

/** What is offered, the job in hand with its next step, what comes after it and the day (DRV-05, DRV-14). */
export function JobsTab(props: {
  driver: DriverOut
  work: Work
  requests: Requests
  /** The request that lies over the screen just now. */
  banner: JobOfferOut | undefined
}) {
  const { driver, work, requests } = props
  const { current, fix } = work
  const deliveries = work.query.data ?? NONE
  useScrollToJob(work.query.data !== undefined, current?.order_id)
  const shown = current ?? requests.first ?? fix
  const hasWay = current !== undefined || requests.first !== undefined
  const parts: Record<Part, ReactNode> = {
    requests: <Offers except={props.banner?.id} here={fix} />,
    job: <ActiveOrders work={work} />,
    open: <OpenJobs driver={driver} />,
    samples: <SampleRequests />,
    figures: <Figures />,
    done: <DoneList deliveries={deliveries.filter(({ status }) => status === 'completed')} />,
  }
  // Until it is known whether there is a job nobody knows what comes first: shown before, it would move.
  const { isLoading } = work.query
  return (
    <div
      className={classes.tab}
      data-map={shown ? true : undefined}
      data-way={hasWay || undefined}
      aria-busy={isLoading}
    >
      {isLoading ? (
        <Skeleton className={classes.loading} radius="lg" />
      ) : (
        shown && (
          <div className={classes.map}>
            <ConsoleMap delivery={current} request={requests.first} fix={fix} />
          </div>
        )
      )}
      <div className={classes.panel} hidden={isLoading}>
        <JustEarned deliveries={deliveries} />
        <WorkNotices driver={driver} work={work} />
        {ORDER[current ? 'busy' : 'free'].map((part) => (
          // Each keeps what it knows when it changes its place.
          <Fragment key={part}>{parts[part]}</Fragment>
        ))}
      </div>
    </div>
  )
}

/** Another job in hand comes into sight, with its card; a request moves nothing that is read just now. */
function useScrollToJob(isKnown: boolean, id: string | undefined): void {
  const before = useRef<string | undefined | null>(null)
  useEffect(() => {
    if (!isKnown) return
    if (before.current !== null && id !== undefined && id !== before.current) {
      document.getElementById(`delivery-${id}`)?.closest('article')?.scrollIntoView?.()
    }
    before.current = id
  }, [isKnown, id])
}
