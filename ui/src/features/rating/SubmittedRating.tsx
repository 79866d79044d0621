import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { TrackedDriverOut, TrackingOut } from '@/api/generated/types.gen'
import { ButtonLink } from '@/components/RouterLink'
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
      <div role="img" aria-label={`${stars} of 5 stars`} className={classes.given}>
        {[1, 2, 3, 4, 5].map((each) =>
          each <= (stars ?? 0) ? (
            <IconStarFilled key={each} size={32} />
          ) : (
            <IconStar key={each} size={32} stroke={1.5} />
          ),
        )}
      </div>
      {feedback && <blockquote className={classes.quote}>{feedback}</blockquote>}
      {props.driver && <Tip orderId={props.order.id} driver={props.driver} />}
      <div className={classes.actions}>
        <ButtonLink to="/dashboard">My orders</ButtonLink>
        <ButtonLink to="/book-service" variant="default">
          Book Again
        </ButtonLink>
      </div>
    </div>
  )
}
