import { useState } from 'react'
import { useSession } from '@/auth/session'
import { ExampleTrip } from './ExampleTrip'
import classes from './Hero.module.css'
import { type Ends, HeroTrip } from './HeroTrip'
import { NewYorkPicture } from './NewYorkPicture'
import { NO_ENDS, savedEnds, saveEnds } from './savedEnds'

/** One trip and one price at a time: the example makes room for what somebody chooses. */
export function Hero() {
  const { user } = useSession()
  // Whoever is signed in finds the trip in their booking.
  const [ends, setEnds] = useState<Ends>(() => (user ? NO_ENDS : savedEnds()))
  const change = (chosen: Ends) => {
    saveEnds(chosen)
    setEnds(chosen)
  }
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <NewYorkPicture ends={ends} />
      <div className={classes.column}>
        <div className={classes.words}>
          <h1 id="hero-title" className={classes.title}>
            <span>Anything across town.</span> <span>The price up front.</span>
          </h1>
          <p className={classes.lead}>
            One chair or a whole apartment: book a driver with the right vehicle, see every line of
            the fare first, and follow the trip on the map.
          </p>
          <HeroTrip ends={ends} onChange={change} />
        </div>
        {!(ends.pickup && ends.dropoff) && (
          <div className={classes.fare}>
            <ExampleTrip />
          </div>
        )}
      </div>
    </section>
  )
}
