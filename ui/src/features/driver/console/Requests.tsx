import type { JobOfferOut } from '@/api/generated/types.gen'
import { useSettling } from '@/components/useSettling'
import type { LatLng } from '@/shared/map/geometry'
import { RequestCard } from './RequestCard'
import classes from './Requests.module.css'

/**
 * The newest request over everything else, for five seconds (DRV-15); then it stays in the list
 * of the jobs.
 */
export function RequestBanner(props: { offer: JobOfferOut | undefined; here?: LatLng | null }) {
  const { offer } = props
  const isSettling = useSettling(offer?.id ?? '')
  return (
    <div className={classes.banner} role="status" aria-label="New delivery request">
      {offer && (
        <div className={classes.float} data-settling={isSettling || undefined}>
          <p className={classes.updates}>New delivery request</p>
          <RequestCard key={offer.id} offer={offer} here={props.here ?? null} />
        </div>
      )}
    </div>
  )
}
