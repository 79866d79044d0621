import { lazy, type ReactNode, Suspense } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import { isProblem } from '@/api/problem'
import { useSession } from '@/auth/session'
import { useNow } from '@/components/useNow'
import { usePageTitle } from '@/components/usePageTitle'
import { CancelOrder } from './cancelling'
import { LiveState } from './LiveState'
import { hasMessages, Messages } from './Messages'
import { Paying } from './Paying'
import { DeliveryPin } from './proof/DeliveryPin'
import { RescheduleOrder } from './Rescheduling'
import { ShareTracking } from './ShareTracking'
import { TrackingScreen } from './TrackingScreen'
import { TrackingSkeleton } from './TrackingSkeleton'
import { Failed, Offline, Unknown } from './TrackingStates'
import { isFinal, useTracking } from './useTracking'

const EndedOrder = lazy(() => import('./EndedOrder'))

type Props = {
  orderId: string
  /** What the customer of a delivered order is asked. */
  rating: (tracking: TrackingOut) => ReactNode
}

/** An order of whoever is signed in: while it is on its way, and after it has ended. */
export default function OwnOrder({ orderId, rating }: Props) {
  const { user } = useSession()
  const { query, connection } = useTracking(orderId)
  const now = useNow(1_000)
  const number = query.data?.order.number
  usePageTitle(number ? `Track order #${number}` : 'Track order')
  if (isProblem(query.error) && query.error.status === 404) return <Unknown />
  const tracking = query.data
  if (!tracking) {
    if (query.fetchStatus === 'paused') return <Offline />
    if (!query.error) return <TrackingSkeleton />
    return <Failed error={query.error} isTrying={query.isFetching} onAgain={query.refetch} />
  }
  // The server's clock decides, so a device whose own is wrong counts down truthfully all the same.
  // What came after the last look at it cannot have been said before it was true.
  const serverNow = Date.parse(tracking.live.as_of) + Math.max(0, now - query.dataUpdatedAt)
  const isOwn = user?.id === tracking.order.customer_id
  if (isFinal(tracking.order.status)) {
    return (
      <Suspense fallback={<TrackingSkeleton />}>
        <EndedOrder
          tracking={tracking}
          now={serverNow}
          isOwn={isOwn}
          rating={isOwn && rating(tracking)}
        />
      </Suspense>
    )
  }
  return (
    <TrackingScreen
      tracking={tracking}
      now={serverNow}
      state={
        <LiveState connection={connection} now={now} moves={tracking.order.en_route_at !== null} />
      }
      messages={isOwn && hasMessages(tracking) && <Messages tracking={tracking} />}
    >
      {isOwn && <Paying tracking={tracking} />}
      {isOwn && tracking.order.payment_status !== 'unpaid' && <DeliveryPin tracking={tracking} />}
      {isOwn && <RescheduleOrder order={tracking.order} now={serverNow} />}
      {isOwn && tracking.order.payment_status !== 'unpaid' && (
        <ShareTracking orderId={orderId} now={serverNow} />
      )}
      <CancelOrder tracking={tracking} />
    </TrackingScreen>
  )
}
