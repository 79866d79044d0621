import { useState } from 'react'
import { ButtonLink } from '@/components/RouterLink'
import { AddressInput } from '@/shared/places/AddressInput'
import { confirmLocations } from '@/shared/places/confirmLocations'
import type { Location } from '@/shared/places/location'
import classes from './HeroTrip.module.css'

/** Both ends of a trip, with which the booking begins: what is chosen here is carried over. */
export function HeroTrip() {
  const [pickup, setPickup] = useState<Location | null>(null)
  const [dropoff, setDropoff] = useState<Location | null>(null)
  const [pickupText, setPickupText] = useState('')
  const [dropoffText, setDropoffText] = useState('')
  const { errors } = confirmLocations({ pickup, dropoff, pickupText, dropoffText })
  const samePlace = pickup && dropoff ? errors.dropoff : null
  return (
    <section className={classes.trip} aria-label="Start a booking">
      <AddressInput
        label="Pickup"
        purpose="pickup"
        placeholder="Where from?"
        withMapPin
        value={pickup}
        onChange={setPickup}
        onTextChange={setPickupText}
      />
      <AddressInput
        label="Dropoff"
        purpose="dropoff"
        placeholder="Where to?"
        withMapPin
        value={dropoff}
        onChange={setDropoff}
        onTextChange={setDropoffText}
        near={pickup}
        error={samePlace}
      />
      <div className={classes.actions}>
        <ButtonLink
          to="/book-service"
          search={{ from: pickup?.place_id, to: dropoff?.place_id }}
          size="lg"
          onClick={(event) => {
            // Text without a place would be lost on the way; the field says what is missing.
            if (errors.pickup || errors.dropoff) event.preventDefault()
          }}
        >
          Book a Service
        </ButtonLink>
        <ButtonLink to="/drive-with-us" size="lg" variant="default">
          Drive With Us
        </ButtonLink>
      </div>
    </section>
  )
}
