import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Money } from '@/components/Money'
import { formatMinutes } from '@/components/time'
import { fareOptions } from '@/shared/fare/queries'
import { EXAMPLE_TRIP, formatMiles, SERVICE_LABEL } from '@/shared/fare/trip'
import classes from './ExampleFare.module.css'

/** The price of the trip on the map: a real answer of the server, or none. */
export function ExampleFare() {
  const { data, isError } = useQuery(fareOptions(EXAMPLE_TRIP))
  return (
    <a className={classes.card} href="#price">
      <span className={classes.words}>
        <span className={classes.title}>Example: Chelsea to Park Slope</span>
        <span className={classes.facts}>
          {SERVICE_LABEL[EXAMPLE_TRIP.service_type]}, {formatMiles(EXAMPLE_TRIP.miles)},{' '}
          {formatMinutes(EXAMPLE_TRIP.minutes)}
        </span>
      </span>
      <span className={classes.total}>
        {data ? (
          <Money cents={data.total_cents} />
        ) : isError ? (
          <span className={classes.none}>Try the calculator</span>
        ) : (
          <Skeleton width="4.5rem" height="1.5rem" aria-label="Loading the price" />
        )}
      </span>
    </a>
  )
}
