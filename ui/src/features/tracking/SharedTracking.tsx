import { isProblem } from '@/api/problem'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { dayAndTime } from '@/components/time'
import { useNow } from '@/components/useNow'
import { LiveState } from './LiveState'
import { trackingFromShared } from './sharedTracking'
import { TrackingScreen } from './TrackingScreen'
import classes from './TrackingScreen.module.css'
import { TrackingSkeleton } from './TrackingSkeleton'
import { Failed, Offline, Whole } from './TrackingStates'
import { isFinal, useSharedTracking } from './useTracking'

/** An order for whoever was given its link: no account, nobody's number and no price (OP-53). */
export default function SharedTracking({ orderId, token }: { orderId: string; token: string }) {
  const { query, connection } = useSharedTracking(orderId, token)
  const now = useNow(1_000)
  const refused = isProblem(query.error) ? query.error : null
  if (refused?.status === 410) return <Ended>{refused.message}</Ended>
  if (refused?.status === 404 || refused?.status === 422) return <NoSuchLink />
  const shared = query.data
  if (!shared) {
    if (query.fetchStatus === 'paused') return <Offline />
    if (!query.error) return <TrackingSkeleton />
    return <Failed error={query.error} isTrying={query.isFetching} onAgain={query.refetch} />
  }
  // As on the customer's own page, the server's clock decides.
  const serverNow = Date.parse(shared.live.as_of) + Math.max(0, now - query.dataUpdatedAt)
  const hasEnded = isFinal(shared.order.status)
  return (
    <TrackingScreen
      tracking={trackingFromShared(shared)}
      now={serverNow}
      withheld
      token={token}
      state={
        hasEnded ? null : (
          <LiveState connection={connection} now={now} moves={shared.order.en_route_at !== null} />
        )
      }
    >
      <p className={classes.pace}>
        Shared with you until {dayAndTime(shared.expires_at, serverNow)}. What was paid and whom to
        call stay with the customer.
      </p>
    </TrackingScreen>
  )
}

function Ended({ children }: { children: string }) {
  return (
    <Whole>
      <ScreenMessage
        title="This link has ended"
        actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        <p>{children}</p>
      </ScreenMessage>
    </Whole>
  )
}

function NoSuchLink() {
  return (
    <Whole>
      <ScreenMessage
        eyebrow="404"
        title="Order tracking not found"
        actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        <p>The link may be incomplete. Ask whoever sent it to send it again.</p>
      </ScreenMessage>
    </Whole>
  )
}
