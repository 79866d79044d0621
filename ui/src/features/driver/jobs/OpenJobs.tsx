import { Skeleton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DriverJobOut, DriverJobsOut, DriverOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { useSettling } from '@/components/useSettling'
import { useDeclined } from '@/shared/offers/useAnswer'
import { useOfferedOrders } from '@/shared/offers/useOffers'
import { useJobs } from '../queries'
import { ArrivedJob } from './ArrivedJob'
import { AvailableJob } from './AvailableJob'
import classes from './OpenJobs.module.css'
import { UnprovedJob } from './UnprovedJob'

/** What has ended with something still to say of it, and what can be taken (DRV-05). */
export function OpenJobs({ driver }: { driver: DriverOut }) {
  const jobs = useJobs()
  const offered = useOfferedOrders()
  const declined = useDeclined()
  const open = jobs.data && openJobs(jobs.data, [offered, declined.orders])
  // What is offered stands above, and moves what stands here.
  const isSettling = useSettling(open && [...offered, ...open.map(({ order }) => order.id)].join())
  return (
    <DataPanel query={jobs} failure="Your jobs could not be loaded" skeleton={<JobsSkeleton />}>
      {(all) => (
        <>
          {all.arrived.length > 0 && (
            <section aria-labelledby="arrived-jobs" className={classes.part}>
              <h2 id="arrived-jobs">Just Completed</h2>
              <List jobs={all.arrived} of={ArrivedJob} />
            </section>
          )}
          <Unproved jobs={all.unproved} besides={all.arrived} />
          <section
            aria-labelledby="available-jobs"
            className={classes.part}
            data-settling={isSettling || undefined}
          >
            <h2 id="available-jobs">Available Orders</h2>
            {open?.length ? (
              <List jobs={open} of={AvailableJob} />
            ) : (
              <NothingOpen driver={driver} />
            )}
          </section>
        </>
      )}
    </DataPanel>
  )
}

/** One that was given to the driver is theirs to accept, also where its offer has not come. */
function openJobs(all: DriverJobsOut, elsewhere: ReadonlySet<string>[]): DriverJobOut[] {
  const given = all.active.filter(({ order }) => order.accepted_at === null)
  return [...given, ...all.available].filter(
    ({ order }) => !elsewhere.some((orders) => orders.has(order.id)),
  )
}

/** Deliveries that ended without a proof, but for those that are shown above with more to say of them. */
function Unproved(props: { jobs: DriverJobOut[]; besides: DriverJobOut[] }) {
  const above = new Set(props.besides.map(({ order }) => order.id))
  const jobs = props.jobs.filter(({ order }) => !above.has(order.id))
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="unproved-jobs" className={classes.part}>
      <h2 id="unproved-jobs">Proof Missing</h2>
      <List jobs={jobs} of={UnprovedJob} />
    </section>
  )
}

function List(props: { jobs: DriverJobOut[]; of: (props: { job: DriverJobOut }) => ReactNode }) {
  const Card = props.of
  return (
    <ul className={classes.list}>
      {props.jobs.map((job) => (
        <li key={job.order.id}>
          <Card job={job} />
        </li>
      ))}
    </ul>
  )
}

function NothingOpen({ driver }: { driver: DriverOut }) {
  if (driver.suspended_at) {
    return (
      <EmptyState icon={<IconClipboardList size={28} />} title="No orders to take for now">
        <p>Open orders show here once your driver account is reactivated.</p>
      </EmptyState>
    )
  }
  if (driver.is_approved && driver.documents_lapsed_at) {
    return (
      <EmptyState icon={<IconClipboardList size={28} />} title="No orders to take for now">
        <p>Open orders show here once the document that you need is approved.</p>
      </EmptyState>
    )
  }
  if (!driver.is_approved) {
    return (
      <EmptyState icon={<IconClipboardList size={28} />} title="No orders to take yet">
        <p>Open orders show here once your driver account is approved.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconClipboardList size={28} />} title="No orders to take right now">
      <p>
        {driver.is_online
          ? 'They show here by themselves, with a sound, when customers near you book. A request to you alone waits a short while for your answer.'
          : 'Go online for instant jobs. Scheduled jobs show here by themselves.'}
      </p>
    </EmptyState>
  )
}

function JobsSkeleton() {
  return (
    <div className={classes.list}>
      {[1, 2].map((each) => (
        <Skeleton key={each} height={280} radius="lg" />
      ))}
    </div>
  )
}
