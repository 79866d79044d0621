import { Money } from '@/components/Money'
import { formatRating } from '@/shared/drivers/rating'
import { useFigures } from '../queries'
import classes from './Figures.module.css'

/** The day in four figures; without a connection those that were known. */
export function Figures({ inHand }: { inHand: number }) {
  const { data } = useFigures()
  const unknown = '–'
  const average = data?.average_rating ?? null
  return (
    <dl className={classes.figures} aria-label="Your day">
      <div>
        <dt>Today's Earnings</dt>
        <dd>{data ? <Money cents={data.today_earnings_cents} /> : unknown}</dd>
      </div>
      <div>
        <dt>In Hand</dt>
        <dd>{inHand}</dd>
      </div>
      <div>
        <dt>Completed Jobs</dt>
        <dd>{data?.completed_orders ?? unknown}</dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd>{average === null ? unknown : formatRating(average)}</dd>
      </div>
    </dl>
  )
}
