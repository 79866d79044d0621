import { Skeleton } from '@mantine/core'
import classes from './WhatIf.module.css'

/** The calculator's shape until there is a quote to compare with. */
export function WhatIfToCome({ waiting }: { waiting: boolean }) {
  return (
    <section className={classes.card} aria-label="Pricing calculator" aria-busy={waiting}>
      <header>
        <h2 className={classes.title}>What if?</h2>
        <p className={classes.lead}>The calculator opens beside your booking quote.</p>
      </header>
      {waiting &&
        ['4rem', '4rem', '4rem', '5.5rem'].map((height, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blank fields have nothing but their place.
          <Skeleton key={place} height={height} radius="md" />
        ))}
    </section>
  )
}
