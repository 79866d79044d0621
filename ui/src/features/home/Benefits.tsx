import { IconBolt, IconShieldCheck, IconStar } from '@tabler/icons-react'
import { useMarketplaceStatus } from '@/api/status'
import classes from './Benefits.module.css'

export function Benefits() {
  const status = useMarketplaceStatus()
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
        <p>Licence, vehicle and background are checked before a driver gets a first job.</p>
      </article>
      <article>
        <IconStar aria-hidden="true" />
        <h2>Top Rated</h2>
        {/* A number is a claim: a live site shows only one that it has earned. */}
        <p>
          {status?.mode === 'demo' ? '4.8+ stars from the sample customers here. ' : ''}
          Customers rate every trip, and you see the rating before you choose.
        </p>
      </article>
    </section>
  )
}
