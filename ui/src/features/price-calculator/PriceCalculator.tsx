import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Choice } from '@/components/fields/Choice'
import { Measure } from '@/components/fields/Measure'
import { Option } from '@/components/fields/Option'
import { formatMinutes } from '@/components/time'
import { type Trip, useFare } from '@/shared/fare/queries'
import {
  BOUNDS,
  EXAMPLE_TRIP,
  formatMiles,
  formatPounds,
  SERVICE_LABEL,
  URGENCY_LABEL,
} from '@/shared/fare/trip'
import classes from './PriceCalculator.module.css'
import { Receipt } from './Receipt'

/** Long enough that a dragged thumb asks a few times a second, short enough to feel live. */
const SETTLE_MILLISECONDS = 150

export function PriceCalculator() {
  const [trip, setTrip] = useState(EXAMPLE_TRIP)
  const [settled] = useDebouncedValue(trip, SETTLE_MILLISECONDS)
  const fare = useFare(settled)
  const paused = fare.fetchStatus === 'paused'
  // Offline, an answer to another question would pass for the answer to this one.
  const answer = paused && fare.isPlaceholderData ? undefined : fare.data
  const change = (part: Partial<Trip>) => setTrip((before) => ({ ...before, ...part }))
  return (
    <div className={classes.calculator}>
      <form className={classes.questions} onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Service"
          value={trip.service_type}
          labels={SERVICE_LABEL}
          onChange={(service_type) => change({ service_type })}
        />
        <Measure
          label="Distance"
          bounds={BOUNDS.miles}
          value={trip.miles}
          format={formatMiles}
          onChange={(miles) => change({ miles })}
        />
        <Measure
          label="Time"
          bounds={BOUNDS.minutes}
          value={trip.minutes}
          format={formatMinutes}
          onChange={(minutes) => change({ minutes })}
        />
        <Measure
          label="Weight"
          bounds={BOUNDS.weight_pounds}
          value={trip.weight_pounds}
          format={formatPounds}
          onChange={(weight_pounds) => change({ weight_pounds })}
        />
        <Choice
          label="Urgency"
          value={trip.urgency}
          labels={URGENCY_LABEL}
          onChange={(urgency) => change({ urgency })}
        />
        <div className={classes.options}>
          <Option
            label="Fragile"
            hint="Glass, art, screens"
            checked={trip.fragile}
            onChange={(fragile) => change({ fragile })}
          />
          <Option
            label="Assembly"
            hint="Put together on arrival"
            checked={trip.assembly}
            onChange={(assembly) => change({ assembly })}
          />
        </div>
      </form>
      <Receipt
        trip={settled}
        fare={answer}
        error={fare.error}
        waiting={fare.isFetching || trip !== settled}
        paused={paused}
        onTryAgain={() => void fare.refetch()}
      />
    </div>
  )
}
