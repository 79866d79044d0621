import { Button } from '@mantine/core'
import { IconClock, IconHeartFilled, IconStarFilled } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Money } from '@/components/Money'
import { formatMinutes } from '@/components/time'
import { formatRating } from '@/shared/drivers/rating'
import { VehicleSilhouette, vehicleName } from '@/shared/drivers/VehicleSilhouette'
import { isDescribed } from '@/shared/drivers/vehicleLabel'
import type { Offer, Scoring } from '../useMatches'
import { Analysis } from './Analysis'
import classes from './DriverCard.module.css'
import { ScoreRing } from './ScoreRing'

/** A driver as a decision: what comes, how good, how soon, for how much. */
export function DriverCard(props: {
  offer: Offer
  scoring: Scoring
  /** Why it is the best match; null for the others. */
  best: string | null
  chosen: boolean
  /** For a trip of another day, how far away the driver is now says nothing. */
  scheduled: boolean
  disabled: boolean
  onSelect: () => void
}) {
  const { offer } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <article className={classes.card} data-chosen={props.chosen || undefined} aria-labelledby={id}>
      <div className={classes.body}>
        <div className={classes.vehicle}>
          <VehicleSilhouette type={offer.vehicle.type} width={88} />
        </div>
        <div className={classes.who}>
          <h2 id={id} className={classes.name}>
            {offer.name}
            {props.best && <span className={classes.badge}>Best Match</span>}
            {offer.is_favorite && (
              <span className={classes.favorite}>
                <IconHeartFilled size={14} aria-hidden="true" />
                Favorite
              </span>
            )}
          </h2>
          {props.best && <p className={classes.why}>{props.best}</p>}
          {offer.is_favorite && !props.best && (
            <p className={classes.why}>
              First because you added them to your favorites; number {offer.rank} of these by match.
            </p>
          )}
          <p className={classes.facts}>
            <Rating rating={offer.rating} jobs={offer.total_jobs} />
          </p>
          <p className={classes.facts}>{describe(offer)}</p>
          <p className={classes.arrival}>
            <IconClock size={16} aria-hidden="true" />
            {props.scheduled
              ? 'Free at your time'
              : `Arrives in ${formatMinutes(offer.estimated_arrival)}`}
          </p>
        </div>
        <div className={classes.price}>
          <span className={classes.total}>
            <Money cents={offer.fare.total_cents} />
          </span>
          <span className={classes.tax}>
            <Money cents={offer.fare.subtotal_cents} /> + tax
          </span>
        </div>
        <ScoreRing score={offer.score} />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-expanded={open}
          aria-controls={open ? `${id}-analysis` : undefined}
          aria-label={`${open ? 'Hide' : 'View'} Analysis: ${offer.name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide Analysis' : 'View Analysis'}
        </Button>
        <Button
          variant={props.best !== null || props.chosen ? 'filled' : 'outline'}
          disabled={props.disabled}
          aria-label={`${props.chosen ? 'Selected, continue with' : 'Select Driver:'} ${offer.name}`}
          onClick={props.onSelect}
        >
          {props.chosen ? 'Selected' : 'Select Driver'}
        </Button>
      </div>
      {open && <Analysis id={`${id}-analysis`} offer={offer} scoring={props.scoring} />}
    </article>
  )
}

export function Rating({ rating, jobs }: { rating: number | null; jobs: number }) {
  if (rating === null) return <>Not rated yet</>
  return (
    <>
      <IconStarFilled size={14} className={classes.star} aria-hidden="true" />
      <span className={classes.rating}>
        <span className={classes.hidden}>Rated </span>
        {formatRating(rating)}
      </span>
      <span>
        {jobs.toLocaleString('en-US')} {jobs === 1 ? 'job' : 'jobs'}
      </span>
    </>
  )
}

export function describe({ vehicle }: Offer): string {
  const room = `${Math.round(vehicle.capacity_pounds).toLocaleString('en-US')} lb`
  const kind = vehicleName(vehicle.type)
  return isDescribed(vehicle)
    ? `${kind}, ${vehicle.make} ${vehicle.model} ${vehicle.year}, up to ${room}`
    : `${kind}, up to ${room}`
}
