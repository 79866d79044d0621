import { Skeleton } from '@mantine/core'
import { IconClipboardList, IconSteeringWheel } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DriverJobOut, DriverOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { Offers } from '@/shared/offers/Offers'
import { useOfferedOrders } from '@/shared/offers/useOffers'
import { OnlineBanner } from '../online/OnlineBanner'
import { ProofTroubles } from '../proof/ProofTroubles'
import { useJobs } from '../queries'
import { ActiveJob } from './ActiveJob'
import { ArrivedJob } from './ArrivedJob'
import { AvailableJob } from './AvailableJob'
import classes from './JobsTab.module.css'
import { UnprovedJob } from './UnprovedJob'

/** The banner, what is in hand and what can be taken (DRV-05). */
export function JobsTab({ driver }: { driver: DriverOut }) {
  const jobs = useJobs()
  const offered = useOfferedOrders()
  const isNotOffered = ({ order }: DriverJobOut) => !offered.has(order.id)
  return (
    <div className={classes.tab}>
      <OnlineBanner driver={driver} />
      <Offers />
      <ProofTroubles driverId={driver.id} />
      <DataPanel query={jobs} failure="Your jobs could not be loaded" skeleton={<JobsSkeleton />}>
        {(all) => {
          const active = all.active.filter(isNotOffered)
          const available = all.available.filter(isNotOffered)
          return (
            <>
              {all.arrived.length > 0 && (
                <section aria-labelledby="arrived-jobs">
                  <h2 id="arrived-jobs">Just Completed</h2>
                  <List jobs={all.arrived} of={ArrivedJob} />
                </section>
              )}
              <section aria-labelledby="active-jobs">
                <h2 id="active-jobs">Active Orders</h2>
                {active.length === 0 ? (
                  <EmptyState icon={<IconSteeringWheel size={28} />} title="No active jobs" />
                ) : (
                  <List jobs={active} of={ActiveJob} />
                )}
              </section>
              <Unproved jobs={all.unproved} besides={all.arrived} />
              <section aria-labelledby="available-jobs">
                <h2 id="available-jobs">Available Orders</h2>
                {available.length === 0 ? (
                  <NothingOpen driver={driver} />
                ) : (
                  <List jobs={available} of={AvailableJob} />
                )}
              </section>
            </>
          )
        }}
      </DataPanel>
    </div>
  )
}

/** Deliveries that ended without a proof, but for those that are shown above with more to say of them. */
function Unproved(props: { jobs: DriverJobOut[]; besides: DriverJobOut[] }) {
  const above = new Set(props.besides.map(({ order }) => order.id))
  const jobs = props.jobs.filter(({ order }) => !above.has(order.id))
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="unproved-jobs">
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
  if (!driver.is_approved) {
    return (
      <EmptyState icon={<IconClipboardList size={28} />} title="No orders to take yet">
        <p>Open orders show here once your driver account is approved.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconClipboardList size={28} />} title="No orders to take right now">
      <p>This list renews itself every few seconds.</p>
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
