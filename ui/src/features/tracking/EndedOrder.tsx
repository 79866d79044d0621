import { Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { Cancelled } from './Cancelled'
import { DriverCard } from './DriverCard'
import classes from './EndedOrder.module.css'
import { FavoriteButton } from './FavoriteButton'
import { Messages } from './Messages'
import { OrderDetails } from './OrderDetails'
import { Paying } from './Paying'
import { PhaseMark } from './PhaseMark'
import { ShareTracking } from './ShareTracking'
import { stepsOf } from './steps'
import { TimelineList } from './TimelineList'
import { trackingStatusOf } from './trackingStatus'

const ReportProblemLink = lazy(() => import('@/shared/claims/ReportProblemLink'))
const DeliveryProof = lazy(async () => ({
  default: (await import('./proof/DeliveryProof')).DeliveryProof,
}))

type Props = {
  tracking: TrackingOut
  /** The server's clock, in milliseconds. */
  now: number
  /** Whether whoever looks booked it: nobody else rates, pays or reports. */
  isOwn: boolean
  /** How it was, and a tip: what a customer is asked first. */
  rating: ReactNode
}

/** An order that was delivered, canceled or not delivered: what there is left to do, and what it was. */
export default function EndedOrder({ tracking, now, isOwn, rating }: Props) {
  const { order, driver } = tracking
  const story = trackingStatusOf(tracking, now)
  const isDelivered = order.status === 'completed'
  const isCharged = order.failure !== null && Boolean(order.cancellation_fee_cents)
  return (
    <section className={classes.page} aria-label="Order">
      <header className={classes.top}>
        <p className={classes.number}>
          <span>Order #{order.number}</span>
          <Money cents={order.price_cents} />
        </p>
        <div className={classes.story} data-phase={story.phase}>
          <PhaseMark phase={story.phase} />
          <div>
            <h1 className={classes.title}>{story.headline}</h1>
            <p className={classes.detail}>{story.detail}</p>
          </div>
          <VisuallyHidden role="status">{story.announcement}</VisuallyHidden>
        </div>
      </header>
      {driver && <DriverCard driver={driver} orderId={order.id} />}
      {isOwn && isDelivered && rating}
      {isOwn && isDelivered && driver && <FavoriteButton driver={driver} />}
      {!isDelivered && <Cancelled tracking={tracking} isOwn={isOwn} />}
      {isOwn && <Paying tracking={tracking} />}
      {tracking.delivery_proof && (
        <Suspense fallback={<Skeleton height={tracking.delivery_proof.photo ? 560 : 280} />}>
          <DeliveryProof tracking={tracking} now={now} />
        </Suspense>
      )}
      {isOwn && (isDelivered || isCharged) && (
        <Suspense fallback={<Skeleton height={44} />}>
          <ReportProblemLink orderId={order.id} />
        </Suspense>
      )}
      {isOwn && (
        <ButtonLink
          to="/book-service"
          search={{ again: order.id }}
          variant={isDelivered && order.customer_rating === null ? 'default' : 'filled'}
          className={classes.again}
        >
          Book Again
        </ButtonLink>
      )}
      <TimelineList steps={stepsOf(tracking)} now={now} />
      <OrderDetails tracking={tracking} now={now} />
      {isOwn && driver && <Messages tracking={tracking} />}
      {isOwn && <ShareTracking orderId={order.id} now={now} hasEnded />}
    </section>
  )
}
