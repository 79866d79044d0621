import { IconBolt, IconShieldCheck, IconStar } from '@tabler/icons-react'
import { useAdvertised } from '@/shared/advertising/useAdvertised'
import classes from './Benefits.module.css'

export function Benefits() {
  const advertised = useAdvertised()
  return (
    <section className={classes.benefits} aria-label="Why haulage">
      <article>
        <IconBolt aria-hidden="true" />
        <h2>Quick Booking</h2>
        <p>Five short steps from what you have to who brings it. Prices need no account.</p>
      </article>
      <article>
        <IconShieldCheck aria-hidden="true" />
        <h2>Trusted Drivers</h2>
        <p>{advertised('approvedDrivers')}</p>
      </article>
      <article>
        <IconStar aria-hidden="true" />
        <h2>Top Rated</h2>
        <p>
          {advertised('sampleRating') ?? advertised('ownRating')} Customers rate every trip, and you
          see the rating before you choose.
        </p>
      </article>
    </section>
  )
}
