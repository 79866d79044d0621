import type { TrackingOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { GivenStars } from './GivenStars'
import { RatingForm } from './RatingForm'
import classes from './RatingPage.module.css'
import { Tip } from './Tip'
import { useRating } from './useRating'

/** The first thing on the page of a delivered order: how it was, and something extra for the driver. */
export default function RatingAndTip({ tracking }: { tracking: TrackingOut }) {
  const { order, driver } = tracking
  const { mutateAsync, isPending, error } = useRating(order.id)
  if (order.customer_rating === null) {
    return (
      <RatingForm
        isPart
        order={order}
        driver={driver}
        isSending={isPending}
        error={error ? sentenceOf(error) : null}
        onSend={(rating) => mutateAsync(rating).catch(() => undefined)}
      />
    )
  }
  return (
    <section className={classes.part} aria-label="Your rating">
      <GivenStars stars={order.customer_rating} />
      {order.customer_feedback && (
        <blockquote className={classes.quote}>{order.customer_feedback}</blockquote>
      )}
      {driver && <Tip orderId={order.id} driver={driver} givenCents={tracking.tip_cents} />}
    </section>
  )
}
