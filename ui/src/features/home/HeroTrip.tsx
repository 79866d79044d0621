import { lazy, Suspense, useState } from 'react'
import { useSession } from '@/auth/session'
import { ButtonLink } from '@/components/RouterLink'
import { locationOfSaved } from '@/shared/addresses/savedLocation'
import { AddressInput } from '@/shared/places/AddressInput'
import { confirmLocations } from '@/shared/places/confirmLocations'
import type { Location } from '@/shared/places/location'
import classes from './HeroTrip.module.css'

/** Nobody needs it before both ends are chosen, and home is to be light. */
const HeroPrice = lazy(() => import('./HeroPrice'))

export interface Ends {
  pickup: Location | null
  dropoff: Location | null
}

/**
 * Both ends of a trip and what it will cost, before anybody signs in. The booking begins with what
 * is chosen here.
 */
export function HeroTrip({ ends, onChange }: { ends: Ends; onChange: (ends: Ends) => void }) {
  const { pickup, dropoff } = ends
  const { user } = useSession()
  const [pickupText, setPickupText] = useState('')
  const [dropoffText, setDropoffText] = useState('')
  const { confirmed, errors } = confirmLocations({ pickup, dropoff, pickupText, dropoffText })
  return (
    <section className={classes.trip} aria-label="Start a booking">
      <AddressInput
        label="Pickup"
        purpose="pickup"
        placeholder="Where from?"
        withMapPin
        value={pickup}
        onChange={(chosen) => onChange({ pickup: chosen, dropoff })}
        onTextChange={setPickupText}
        error={pickup && errors.pickup}
        onSaved={(saved) => onChange({ pickup: locationOfSaved(saved), dropoff })}
      />
      <AddressInput
        label="Dropoff"
        purpose="dropoff"
        placeholder="Where to?"
        withMapPin
        value={dropoff}
        onChange={(chosen) => onChange({ pickup, dropoff: chosen })}
        onTextChange={setDropoffText}
        near={pickup}
        error={dropoff && errors.dropoff}
        onSaved={(saved) => onChange({ pickup, dropoff: locationOfSaved(saved) })}
      />
      {confirmed && pickup && dropoff && (
        <Suspense fallback={null}>
          <HeroPrice pickup={pickup} dropoff={dropoff} />
        </Suspense>
      )}
      {confirmed && !user && (
        <p className={classes.account}>
          Booking needs an account. Your trip is kept while you sign in.
        </p>
      )}
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
