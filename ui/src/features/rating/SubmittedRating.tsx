import type { TrackedDriverOut, TrackingOut } from '@/api/generated/types.gen'
import { ButtonLink } from '@/components/RouterLink'
import { GivenStars } from './GivenStars'
import classes from './RatingPage.module.css'
import { Tip } from './Tip'
import { WhoDrove } from './WhoDrove'

/** A rating stands as it was given. */
export function SubmittedRating(props: {
  order: TrackingOut['order']
  driver: TrackedDriverOut | null
}) {
  const { customer_rating: stars, customer_feedback: feedback, number } = props.order
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Thank you for your rating</h1>
        <p className={classes.lead}>Order #{number}</p>
      </header>
      <WhoDrove driver={props.driver} />
      <GivenStars stars={stars ?? 0} />
      {feedback && <blockquote className={classes.quote}>{feedback}</blockquote>}
      {props.driver && <Tip orderId={props.order.id} driver={props.driver} />}
      <div className={classes.actions}>
        <ButtonLink to="/dashboard">My orders</ButtonLink>
        <ButtonLink to="/book-service" search={{ again: props.order.id }} variant="default">
          Book Again
        </ButtonLink>
      </div>
    </div>
  )
}
