import { Button, Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sentenceOf } from '@/api/problem'
import { formatRange } from '@/components/Money'
import { formatMinutes } from '@/components/time'
import { isNotBookable } from '@/shared/fare/notBookable'
import { type PricePreview, previewOptions } from '@/shared/fare/preview'
import { keepShownPrices } from '@/shared/fare/shownPrice'
import { formatMiles } from '@/shared/fare/trip'
import { endOf, isNoDoor, type Location } from '@/shared/places/location'
import classes from './HeroPrice.module.css'

/** With the weight that a price is for while nobody has said what is carried (BKG-15). */
const SIZES = [
  { size: 'small', name: 'Small Items', examples: 'Boxes, a TV, a bicycle', pounds: 25 },
  {
    size: 'large',
    name: 'Large Items',
    examples: 'A sofa, a bedroom, a whole apartment',
    pounds: 150,
  },
] as const

/** What the trip will cost in either size; choosing one books it. */
export default function HeroPrice({ pickup, dropoff }: { pickup: Location; dropoff: Location }) {
  const previews = useQueries({
    queries: SIZES.map(({ size }) => previewOptions(size, endOf(pickup), endOf(dropoff))),
  })
  useShownPrices(
    pickup,
    dropoff,
    previews.map(({ data }) => data),
  )
  const failed = previews.find(({ isError, error }) => isError && !isNotBookable(error))
  const known = previews.flatMap(({ data }) => data ?? [])
  const refusals = previews.map(({ error }) => (error ? sentenceOf(error) : null))
  const offline = known.length === 0 && previews.some(({ fetchStatus }) => fetchStatus === 'paused')
  if (failed) {
    return (
      <div className={classes.message} role="alert">
        <p>{sentenceOf(failed.error)}</p>
        <Button
          variant="default"
          loading={previews.some(({ isFetching }) => isFetching)}
          onClick={() => previews.forEach((preview) => void preview.refetch())}
        >
          Try Again
        </Button>
      </div>
    )
  }
  if (offline) {
    return (
      <p className={classes.message} role="status">
        You are offline. The price comes as soon as the connection is back.
      </p>
    )
  }
  return (
    <section className={classes.price} aria-label="Price of this trip">
      <div className={classes.facts} role="status">
        {known[0]
          ? factsOf(known)
          : !refusals.every(Boolean) && <Skeleton width="14rem" height="1rem" />}
      </div>
      <ul className={classes.sizes}>
        {SIZES.map(({ size, name, examples, pounds }, index) => (
          <li key={size}>
            {refusals[index] ? (
              <div className={classes.refused} role="alert">
                <span className={classes.name}>{name}</span>
                <span className={classes.reason}>{refusals[index]}</span>
              </div>
            ) : (
              <Link
                className={classes.size}
                to="/book-service"
                search={{ from: pickup.place_id, to: dropoff.place_id, service: size }}
              >
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.examples}>{examples}</span>
                  <span className={classes.examples}>Price for one item of {pounds} lb</span>
                </span>
                <Amount preview={previews[index]?.data} />
                <IconChevronRight size={18} aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {known[0] && (
        <p className={classes.note}>
          With tax, without a helper. Your items decide the price. You choose the driver.
          {[pickup, dropoff].some(isNoDoor) && ' A house number may change it a little.'}
        </p>
      )}
    </section>
  )
}

/** The booking says so when its price is another one by then. */
function useShownPrices(
  pickup: Location,
  dropoff: Location,
  previews: (PricePreview | undefined)[],
) {
  useEffect(() => {
    const shown = SIZES.flatMap(({ size }, index) => {
      const range = previews[index]?.price_range
      return range ? [[{ size, pickup, dropoff }, range] as const] : []
    })
    if (shown.length > 0) keepShownPrices(shown)
  }, [pickup, dropoff, previews])
}

function Amount({ preview }: { preview: PricePreview | undefined }) {
  if (!preview) {
    return <Skeleton width="4.5rem" height="1.5rem" role="img" aria-label="Calculating the price" />
  }
  const range = preview.price_range
  if (!range) return <span className={classes.none}>No driver is free now</span>
  return <span className={classes.amount}>{formatRange(range.low_cents, range.high_cents)}</span>
}

/** The trip is the same in either size; the nearest driver is that of the size that has one. */
function factsOf(previews: PricePreview[]): string {
  const [trip] = previews
  if (!trip) return ''
  const arrivals = previews.flatMap(({ arrival_minutes }) => arrival_minutes ?? [])
  const facts = [formatMiles(trip.distance_miles), formatMinutes(trip.estimated_minutes)]
  if (arrivals.length > 0) {
    facts.push(`nearest driver about ${formatMinutes(Math.min(...arrivals))} away`)
  }
  return facts.join(', ')
}
