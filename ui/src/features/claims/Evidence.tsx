import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type {
  ClaimDetailsOut,
  ClaimMessageOut,
  Party,
  PlaceOut,
  ProofOut,
} from '@/api/generated/types.gen'
import { distanceWords } from '@/components/distance'
import { Fact, Facts } from '@/components/Part'
import { dateAndTime } from '@/components/time'
import { boundsOf, type LatLng, NEW_YORK } from '@/shared/map/geometry'
import { eventWords } from '@/shared/orders/eventWords'
import { SignatureDrawing } from '@/shared/proof/SignatureDrawing'
import { signatureOf } from '@/shared/proof/signature'
import classes from './ClaimFile.module.css'

const MapView = lazy(() =>
  import('@/shared/map/MapView').then(({ MapView: View }) => ({ default: View })),
)

export function ProofOfDelivery(props: { proof: ProofOut | null; dropoff: PlaceOut }) {
  const { proof, dropoff } = props
  if (!proof)
    return (
      <>
        <p className={classes.empty}>The driver left no proof.</p>
        <NoPhotos atDelivery={false} />
      </>
    )
  if (proof.erased) return <p className={classes.empty}>What was stored of it was erased.</p>
  const signature = signatureOf(proof.signature)
  const away = proof.position?.meters_from_dropoff ?? null
  return (
    <>
      {proof.photo && (
        <img
          className={classes.photo}
          src={proof.photo.url}
          width={proof.photo.width}
          height={proof.photo.height}
          alt="The delivery, taken by the driver"
        />
      )}
      <NoPhotos atDelivery={proof.photo !== null} />
      {proof.position && <WhereTaken dropoff={dropoff} taken={proof.position} />}
      {signature && <SignatureDrawing signature={signature} by={proof.recipient_name} />}
      <Facts>
        {proof.recipient_name && <Fact term="Received by">{proof.recipient_name}</Fact>}
        {proof.taken_at && <Fact term="Taken">{dateAndTime(proof.taken_at)}</Fact>}
        <Fact term="PIN">{proof.pin_matched ? 'PIN confirmed' : 'No PIN was asked for'}</Fact>
        {away !== null && <Fact term="Proof taken">{distanceWords(away)} from the address</Fact>}
      </Facts>
    </>
  )
}

/** Degrees around both places: three blocks of the street grid, which tell one door from the next. */
const AROUND = 0.003

/** A small mark beside the address's, which it may lie upon. */
function WhereTaken({ dropoff, taken }: { dropoff: PlaceOut; taken: LatLng }) {
  const label = 'Where the proof was taken'
  const { south, west, north, east } = boundsOf([dropoff, taken]) ?? NEW_YORK
  const around = {
    south: south - AROUND,
    west: west - AROUND,
    north: north + AROUND,
    east: east + AROUND,
  }
  return (
    <>
      <div className={classes.map}>
        <Suspense>
          <MapView
            fill
            label={label}
            dropoff={dropoff}
            spots={[{ id: 'proof', kind: 'free', label, lat: taken.lat, lng: taken.lng }]}
            bounds={around}
          />
        </Suspense>
      </div>
      <p className={classes.note}>
        The square is the address, the dot is where the proof was taken.
      </p>
    </>
  )
}

/** Said plainly, so that nobody looks for them: drivers take a photo at the delivery alone. */
function NoPhotos({ atDelivery }: { atDelivery: boolean }) {
  return (
    <p className={classes.empty}>
      {atDelivery ? 'No photo at pickup.' : 'No photo at pickup. No photo at delivery.'}
    </p>
  )
}

/** The positions around the end of the order, between the two stops. */
export function Whereabouts({ details }: { details: ClaimDetailsOut }) {
  const { positions, pickup, dropoff } = details
  const last = positions.at(-1)
  const away = details.proof?.position?.meters_from_dropoff ?? undefined
  if (!last)
    return (
      <p className={classes.empty}>
        Not known: the driver’s device reported no positions around the end of the order.
        {away !== undefined &&
          ` The proof was taken ${distanceWords(away)} from the address, as its map shows.`}
      </p>
    )
  return (
    <>
      <div className={classes.map}>
        <Suspense>
          <MapView
            fill
            label="Positions around the end of the order"
            pickup={pickup}
            dropoff={dropoff}
            driver={{ lat: last.lat, lng: last.lng, label: 'Last position' }}
            routes={
              positions.length > 1
                ? [{ polyline: positions, approximate: false, chosen: true }]
                : []
            }
          />
        </Suspense>
      </div>
      <p className={classes.note}>
        {positions.length} positions from {dateAndTime(positions[0]?.at ?? last.at)} to{' '}
        {dateAndTime(last.at)}
      </p>
    </>
  )
}

const SENDERS = {
  customer: 'Customer',
  driver: 'Driver',
  system: 'Platform',
} satisfies Record<Party, string>

export function Conversation({ messages }: { messages: ClaimMessageOut[] }) {
  if (messages.length === 0) return <p className={classes.empty}>Nobody wrote anything.</p>
  return (
    <Lines>
      {messages.map((each) => (
        <li key={`${each.sent_at} ${each.sender}`}>
          <span className={classes.note}>
            {SENDERS[each.sender]} · {dateAndTime(each.sent_at)}
          </span>
          {each.text || 'The text is no longer stored.'}
        </li>
      ))}
    </Lines>
  )
}

/** A list that scrolls where it is long, by keys too. */
function Lines({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too.
    <ul className={classes.lines} tabIndex={0}>
      {children}
    </ul>
  )
}

/** Everything that happened to the order, oldest first, all of it in sight. */
export function Log({ details }: { details: ClaimDetailsOut }) {
  const { events, driver } = details
  const whose = (id: string | null) => id && { name: id === driver.id ? driver.name : '' }
  return (
    <ol className={classes.log}>
      {events.map((each) => (
        <li key={`${each.at} ${each.type}`}>
          <span>{eventWords({ ...each, driver: whose(each.driver_id) || null })}</span>
          <span className={classes.note}>{dateAndTime(each.at)}</span>
        </li>
      ))}
    </ol>
  )
}
