import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMinutes } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { VehicleSilhouette } from '@/shared/drivers/VehicleSilhouette'
import { formatMiles } from '@/shared/fare/trip'
import { isNoDoor, type Location, lineOf } from '@/shared/places/location'
import { inWords } from '../details/items'
import type { Draft } from '../draft/draft'
import { describe, Rating } from '../drivers/DriverCard'
import { formatMoment } from '../locations/schedule'
import { type Field, WHEN } from '../missing'
import { SERVICE_NAME } from '../service/services'
import type { Step } from '../steps'
import { tripOf } from '../trip'
import type { Offer } from '../useMatches'
import classes from './OrderSummary.module.css'

/** What is about to be paid for, whole (BKG-07), with the way to each answer. */
export function OrderSummary({ draft, offer }: { draft: Draft; offer: Offer }) {
  const { contact, details, pickup, dropoff, priced, scheduledTime, service } = draft
  const trip = priced && tripOf(priced.quote, draft)
  const extras = [
    trip?.fragile && 'fragile',
    trip?.assembly && 'assembly',
    details.helpers > 0 && 'extra helper',
    details.urgency !== 'standard' && details.urgency,
  ].filter(Boolean)
  return (
    <section className={classes.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={classes.title}>
        Order summary
      </h2>
      <div className={classes.driver}>
        <VehicleSilhouette type={offer.vehicle.type} width={72} />
        <div>
          <p className={classes.name}>{offer.name}</p>
          <p className={classes.fact}>
            <Rating rating={offer.rating} jobs={offer.total_jobs} />
          </p>
          <p className={classes.fact}>{describe(offer)}</p>
        </div>
      </div>
      <dl className={classes.lines}>
        <Line name="Pickup time" step={2} field={WHEN}>
          {scheduledTime
            ? formatMoment(scheduledTime, draft.scheduledUntil)
            : `Now, driver arrives in ${formatMinutes(offer.estimated_arrival)}`}
        </Line>
        <Line name="From" step={2}>
          <Place place={pickup} />
          <AccessDetails access={draft.pickupAccess} />
        </Line>
        <Line name="To" step={2}>
          <Place place={dropoff} />
          <AccessDetails access={draft.dropoffAccess} />
        </Line>
        {priced && (
          <Line name="Distance and time">
            {formatMiles(priced.quote.distance_miles)},{' '}
            {formatMinutes(priced.quote.estimated_minutes)}
          </Line>
        )}
        <Line name="Service" step={1}>
          {service && SERVICE_NAME[service]}
        </Line>
        <Line name="Items" step={3}>
          {inWords(details)}
          {extras.length > 0 && <span className={classes.extras}> ({extras.join(', ')})</span>}
        </Line>
        <Line name="Contact" step={2}>
          {contact.name}, {contact.phone}
        </Line>
      </dl>
    </section>
  )
}

/** An end of the trip. Without a number the driver has no door to come to: that is said before the payment. */
function Place({ place }: { place: Location | null }) {
  if (!place) return null
  return (
    <>
      {lineOf(place)}
      {isNoDoor(place) && (
        <span className={classes.noDoor}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          No house number: your driver will ask you for the door.
        </span>
      )}
    </>
  )
}

function Line(props: { name: string; step?: Step; field?: Field; children: ReactNode }) {
  const { name, step } = props
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>{props.children}</dd>
      {step && (
        <dd className={classes.change}>
          <Link
            to="/book-service"
            search={{ step }}
            hash={props.field}
            aria-label={`Change: ${name}`}
          >
            Change
          </Link>
        </dd>
      )}
    </div>
  )
}
