import { IconStarFilled, IconUserSearch } from '@tabler/icons-react'
import type {
  AdminRefundOut,
  HistoryEventOut,
  OrderClaimOut,
  OrderHistoryOut,
  PastOfferOut,
  TrackedDriverOut,
} from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { ClaimLink, PaymentLink, PersonLink } from '@/shared/admin/AdminLinks'
import { KINDS, STATE_NAMES, STATES } from '@/shared/claims/labels'
import { formatRating } from '@/shared/drivers/rating'
import { VehicleSilhouette } from '@/shared/drivers/VehicleSilhouette'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import { eventWords } from '@/shared/orders/eventWords'
import classes from './History.module.css'
import { offerWords } from './labels'

/** Who is to do it. */
export function DriverOf({ driver }: { driver: TrackedDriverOut | null }) {
  if (!driver)
    return (
      <div className={classes.driver}>
        <span className={classes.picture}>
          <IconUserSearch size={24} stroke={1.6} aria-hidden="true" />
        </span>
        <p className={classes.note}>Nobody has this order.</p>
      </div>
    )
  return (
    <div className={classes.driver}>
      <span className={classes.picture}>
        <VehicleSilhouette type={driver.vehicle.type} width={72} />
      </span>
      <div className={classes.what}>
        <p className={classes.strong}>
          <PersonLink id={driver.id}>{driver.name}</PersonLink>
        </p>
        <p className={classes.note}>{vehicleLabel(driver.vehicle)}</p>
        <p className={classes.note}>
          <Rating driver={driver} />
        </p>
        {driver.phone && <p className={classes.note}>{driver.phone}</p>}
      </div>
    </div>
  )
}

/** "4.80, 120 jobs". */
export function Rating({ driver }: { driver: Pick<TrackedDriverOut, 'rating' | 'total_jobs'> }) {
  const jobs = `${driver.total_jobs} ${driver.total_jobs === 1 ? 'job' : 'jobs'}`
  if (driver.rating === null) return <>Not rated yet, {jobs}</>
  return (
    <span className={classes.rating}>
      <IconStarFilled size={13} aria-hidden="true" />
      <span className={classes.hidden}>Rated </span>
      {formatRating(driver.rating)}, {jobs}
    </span>
  )
}

/** Everything that happened, the latest first, and when money was given back. */
export function Timeline({ history }: { history: OrderHistoryOut }) {
  const { events, claims, payments } = history
  const refunds = payments.flatMap((payment) => payment.refunds)
  // A report and its entry in the log are of one instant.
  const claimOf = ({ type, at }: HistoryEventOut) =>
    type === 'claim_opened' && claims.find((claim) => claim.created_at === at)
  return (
    <ol className={classes.timeline} reversed>
      {latestFirst(events, refunds).map((entry) => (
        <li key={'sequence' in entry ? entry.sequence : entry.id}>
          <span className={classes.mark} aria-hidden="true" />
          <span className={classes.words}>
            {'sequence' in entry ? (
              <Words event={entry} claim={claimOf(entry) || undefined} />
            ) : (
              <PaymentLink id={entry.payment_id}>
                Refund of {formatCents(entry.amount_cents)}
              </PaymentLink>
            )}
          </span>
          <time className={classes.time} dateTime={timeOf(entry)}>
            {dayAndTime(timeOf(entry), Date.now())}
          </time>
        </li>
      ))}
    </ol>
  )
}

type Entry = HistoryEventOut | AdminRefundOut

const timeOf = (entry: Entry) => ('sequence' in entry ? entry.at : entry.created_at)

/** Refunds are no entries of the order's log: each stands before what it was decided with. */
function latestFirst(events: HistoryEventOut[], refunds: AdminRefundOut[]): Entry[] {
  const entries: Entry[] = [...refunds.toReversed(), ...events.toReversed()]
  return entries.toSorted((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)))
}

function Words({ event, claim }: { event: HistoryEventOut; claim: OrderClaimOut | undefined }) {
  const words = eventWords(event)
  return claim ? <ClaimLink id={claim.id}>{words}</ClaimLink> : words
}

/** What the customer reported, each with the way to it. */
export function Reported({ claims }: { claims: OrderClaimOut[] }) {
  return (
    <ul className={classes.details}>
      {claims.map((claim) => (
        <li key={claim.id}>
          <div className={classes.what}>
            <p className={classes.strong}>
              <ClaimLink id={claim.id}>{KINDS[claim.kind]}</ClaimLink>
            </p>
            <p className={classes.note}>
              {claim.item && `${claim.item} · `}
              {dayAndTime(claim.created_at, Date.now())}
            </p>
          </div>
          <StatusBadge status={STATES[claim.state].status} label={STATE_NAMES[claim.state]} />
        </li>
      ))}
    </ul>
  )
}

/** To whom it was offered, the latest first. */
export function AskedDrivers({ offers, isPaid }: { offers: PastOfferOut[]; isPaid: boolean }) {
  if (offers.length === 0)
    return (
      <p className={classes.note}>
        {isPaid ? 'Nobody was asked.' : 'Drivers are asked once it is paid.'}
      </p>
    )
  return (
    <ul className={classes.details}>
      {offers.toReversed().map((offer) => (
        <Ask key={offer.id} offer={offer} />
      ))}
    </ul>
  )
}

function Ask({ offer }: { offer: PastOfferOut }) {
  const { who, how, label, badge } = offerWords(offer)
  return (
    <li>
      <div className={classes.what}>
        <p className={classes.strong}>
          {who ? <PersonLink id={who.id}>{who.name}</PersonLink> : how}
        </p>
        <p className={classes.note}>
          {who && `${how} · `}
          {dayAndTime(offer.offered_at, Date.now())}
        </p>
        {offer.reason && <p className={classes.reason}>{offer.reason}</p>}
      </div>
      <StatusBadge status={badge} label={label} />
    </li>
  )
}
