import { useEffect, useRef } from 'react'
import type { DeliveryOut, DriverOut, JobOfferOut } from '@/api/generated/types.gen'
import { Offers } from '@/shared/offers/Offers'
import { ActiveOrders } from '../console/ActiveOrders'
import { ConsoleMap } from '../console/ConsoleMap'
import { DoneList } from '../console/DoneList'
import { JustEarned } from '../console/JustEarned'
import { SampleRequests } from '../console/samples/SampleRequests'
import type { Requests } from '../console/useRequests'
import type { Work } from '../console/useWork'
import { Figures } from './Figures'
import classes from './JobsTab.module.css'
import { OpenJobs } from './OpenJobs'

const NONE: DeliveryOut[] = []

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
  const top = useTopAtNext(current?.order_id)
  const shown = current ?? requests.first ?? fix
  // Its place is kept until it is known whether there is a job: the map would push the rest down.
  const hasMap = Boolean(shown) || work.query.isLoading
  return (
    <div ref={top} className={classes.tab} data-map={hasMap || undefined}>
      {hasMap && (
        <div className={classes.map}>
          {shown && <ConsoleMap delivery={current} request={requests.first} fix={fix} />}
        </div>
      )}
      <div className={classes.panel}>
        <JustEarned deliveries={work.query.data ?? NONE} />
        <Offers except={props.banner?.id} here={fix} />
        <ActiveOrders driver={driver} work={work} />
        <Figures />
        <OpenJobs driver={driver} />
        <DoneList
          deliveries={(work.query.data ?? []).filter(({ status }) => status === 'completed')}
        />
        <SampleRequests />
      </div>
    </div>
  )
}

/** Another job in hand comes into sight; a request moves nothing that its driver reads just now. */
function useTopAtNext(id: string | undefined) {
  const top = useRef<HTMLDivElement>(null)
  const before = useRef(id)
  useEffect(() => {
    if (id !== undefined && id !== before.current) window.scrollTo({ top: 0 })
    before.current = id
  }, [id])
  return top
}
