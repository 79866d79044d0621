import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/RouterLink'
import { Benefits } from './Benefits'
import { Hero } from './Hero'
import classes from './HomePage.module.css'
import { Services } from './Services'

export function HomePage(props: { priceCalculator: ReactNode }) {
  return (
    <>
      <Hero />
      <div className={classes.column}>
        <Benefits />
        <Services />
        <section id="price" className={classes.section} aria-labelledby="price-title">
          <h2 id="price-title" className={classes.heading}>
            What would it cost?
          </h2>
          <p className={classes.lead}>
            Move the sliders to see how distance, time and weight make a price.
          </p>
          {props.priceCalculator}
        </section>
        <section className={classes.call} aria-labelledby="call-title">
          <div>
            <h2 id="call-title" className={classes.heading}>
              Ready when you are
            </h2>
            <p className={classes.lead}>Say what goes where. The rest is our job.</p>
          </div>
          <div className={classes.callActions}>
            <ButtonLink to="/book-service" size="lg">
              Book a Service
            </ButtonLink>
            <ButtonLink to="/drive-with-us" size="lg" variant="default">
              Drive With Us
            </ButtonLink>
          </div>
        </section>
      </div>
    </>
  )
}
