import { RequestCard } from './RequestCard'
import classes from './Requests.module.css'
import type { Request } from './useRequests'

/** The newest request over everything else, for five seconds (DRV-15). */
export function RequestBanner(props: {
  request: Request | undefined
  forget: (id: string) => void
}) {
  return (
    <div className={classes.banner} role="status" aria-label="New delivery request">
      {props.request && (
        <div className={classes.float}>
          <p className={classes.news}>New delivery request</p>
          <RequestCard key={props.request.id} request={props.request} forget={props.forget} />
        </div>
      )}
    </div>
  )
}

/** What can still be taken. */
export function RequestList(props: {
  requests: readonly Request[]
  /** That one is in the banner just now. */
  except: Request | undefined
  isOnline: boolean
  forget: (id: string) => void
}) {
  const others = props.requests.filter(({ id }) => id !== props.except?.id)
  return (
    <section className={classes.list} aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      {others.length === 0 ? (
        <p className={classes.none}>
          {props.isOnline
            ? 'No open request right now. New ones come up here by themselves.'
            : 'You are offline. Go online to receive new requests.'}
        </p>
      ) : (
        <ul>
          {others.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} forget={props.forget} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
