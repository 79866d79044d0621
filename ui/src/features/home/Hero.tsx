import type { ReactNode } from 'react'
import classes from './Hero.module.css'
import { HeroTrip } from './HeroTrip'
import { NewYorkPicture } from './NewYorkPicture'

export function Hero({ exampleFare }: { exampleFare: ReactNode }) {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <NewYorkPicture />
      <div className={classes.column}>
        <div className={classes.words}>
          <h1 id="hero-title" className={classes.title}>
            <span>Anything across town.</span> <span>The price up front.</span>
          </h1>
          <p className={classes.lead}>
            One chair or a whole apartment: book a driver with the right vehicle, see every line of
            the fare first, and follow the trip on the map.
          </p>
          <HeroTrip />
        </div>
        <div className={classes.fare}>{exampleFare}</div>
      </div>
    </section>
  )
}
