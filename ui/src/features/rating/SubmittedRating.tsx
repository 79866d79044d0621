import type { TrackingOut } from '@/api/generated/types.gen'
import { ButtonLink } from '@/components/RouterLink'
import { GivenStars } from './GivenStars'
import classes from './RatingPage.module.css'
import { Tip } from './Tip'
import { WhoDrove } from './WhoDrove'

/** A rating stands as it was given. */
export function SubmittedRating({ tracking }: { tracking: TrackingOut }) {
  const { order, driver } = tracking
  const { customer_rating: stars, customer_feedback: feedback, number } = order
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Thank you for your rating</h1>
        <p className={classes.lead}>Order #{number}</p>
      </header>
      <WhoDrove driver={driver} orderId={order.id} />
      <GivenStars stars={stars ?? 0} />
      {feedback && <blockquote className={classes.quote}>{feedback}</blockquote>}
      {driver && <Tip orderId={order.id} driver={driver} givenCents={tracking.tip_cents} />}
      <div className={classes.actions}>
        <ButtonLink to="/dashboard">My orders</ButtonLink>
        <ButtonLink to="/book-service" search={{ again: order.id }} variant="default">
          Book Again
        </ButtonLink>
      </div>
    </div>
  )
}
