import type { JobOfferOut } from '@/api/generated/types.gen'
import { Offers } from '@/shared/offers/Offers'
import { RequestCard } from './RequestCard'
import classes from './Requests.module.css'

/** The newest request over everything else, for five seconds (DRV-15); then it stays in the list. */
export function RequestBanner({ offer }: { offer: JobOfferOut | undefined }) {
  return (
    <div className={classes.banner} role="status" aria-label="New delivery request">
      {offer && (
        <div className={classes.float}>
          <p className={classes.updates}>New delivery request</p>
          <RequestCard key={offer.id} offer={offer} />
        </div>
      )}
    </div>
  )
}

/** What can still be taken; the one in the banner just now comes here afterwards. */
export function RequestList(props: {
  banner: JobOfferOut | undefined
  count: number
  isOnline: boolean
}) {
  return (
    <div className={classes.list}>
      <Offers except={props.banner?.id} />
      {props.count === 0 && (
        <p className={classes.none}>
          {props.isOnline
            ? 'No request right now. New ones come up here by themselves.'
            : 'You are offline. Go online to receive new requests.'}
        </p>
      )}
    </div>
  )
}
