import { IconStar, IconStarFilled } from '@tabler/icons-react'
import classes from './RatingPage.module.css'

/** Stars that stand as they were given. */
export function GivenStars({ stars }: { stars: number }) {
  return (
    <div role="img" aria-label={`${stars} of 5 stars`} className={classes.given}>
      {[1, 2, 3, 4, 5].map((each) =>
        each <= stars ? (
          <IconStarFilled key={each} size={32} />
        ) : (
          <IconStar key={each} size={32} stroke={1.5} />
        ),
      )}
    </div>
  )
}
