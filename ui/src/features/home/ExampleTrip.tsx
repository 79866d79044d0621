import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatRange } from '@/components/Money'
import { formatMinutes } from '@/components/time'
import { previewOptions } from '@/shared/fare/preview'
import { formatMiles } from '@/shared/fare/trip'
import classes from './ExampleTrip.module.css'
import trip from './new-york-route.json'

const [FROM, TO] = [trip.path.at(0), trip.path.at(-1)]
const CHELSEA = { lat: FROM?.lat ?? 0, lng: FROM?.lng ?? 0, address: 'Chelsea, New York, NY' }
const PARK_SLOPE = { lat: TO?.lat ?? 0, lng: TO?.lng ?? 0, address: 'Park Slope, Brooklyn, NY' }

/** The price of the trip on the map: a real answer of the server, or none. */
export function ExampleTrip() {
  const { data, isError } = useQuery(previewOptions('small', CHELSEA, PARK_SLOPE))
  const range = data?.price_range
  return (
    <a className={classes.card} href="#price">
      <span className={classes.words}>
        <span className={classes.title}>Example: Chelsea to Park Slope</span>
        <span className={classes.facts}>
          Small Items
          {data &&
            `, ${formatMiles(data.distance_miles)}, ${formatMinutes(data.estimated_minutes)}`}
        </span>
      </span>
      <span className={classes.total}>
        {range ? (
          formatRange(range.low_cents, range.high_cents)
        ) : isError || data ? (
          <span className={classes.none}>Try the calculator</span>
        ) : (
          <Skeleton width="4.5rem" height="1.5rem" aria-label="Loading the price" />
        )}
      </span>
    </a>
  )
}
