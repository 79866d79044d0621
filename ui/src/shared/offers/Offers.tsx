import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconVolume, IconVolumeOff, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { JobOfferOut, JobOffersOut } from '@/api/generated/types.gen'
import type { LatLng } from '@/shared/map/geometry'
import { Answers } from './Answers'
import { isSoundOn, keepSound } from './chime'
import { endedOfferNotices } from './endedOffers'
import classes from './Offer.module.css'
import { OfferCard } from './OfferCard'
import { useDeclined } from './useAnswer'
import { useClockAhead, useKnownOffers } from './useOffers'

/**
 * What is offered to the signed-in driver: at most five, each with its answers and the time left for
 * them, and a word on those that went away. Nothing is shown while there is neither. They come to the
 * screen by `useOffers`. *except* is the offer that the screen shows elsewhere, *here* where the device is.
 */
export function Offers(props: { except?: string | undefined; here?: LatLng | null }) {
  const { data, dataUpdatedAt } = useKnownOffers()
  const clockAhead = useClockAhead(data, dataUpdatedAt)
  const [isLoud, setLoud] = useState(isSoundOn)
  const [dismissed, dismiss] = useState<readonly string[]>([])
  const seen = useSeen(data)
  const declined = useDeclined()
  if (!data) return <Answers />
  const open = data.items.filter(({ id }) => !declined.offers.has(id))
  const items = inTheirPlaces(
    open.filter(({ id }) => id !== props.except),
    seen,
  )
  const gone = endedOfferNotices(data, seen).filter(({ id }) => !dismissed.includes(id))
  return (
    <>
      <VisuallyHidden role="status">{answeredText(open.length)}</VisuallyHidden>
      <Answers />
      {items.length > 0 && (
        <section className={classes.area} aria-labelledby="new-requests">
          <div className={classes.heading}>
            <h2 id="new-requests">New Requests</h2>
            <Button
              variant="subtle"
              color="gray"
              aria-pressed={isLoud}
              leftSection={
                isLoud ? (
                  <IconVolume size={18} aria-hidden="true" />
                ) : (
                  <IconVolumeOff size={18} aria-hidden="true" />
                )
              }
              onClick={() => {
                keepSound(!isLoud)
                setLoud(!isLoud)
              }}
            >
              Sound
            </Button>
          </div>
          <ul className={classes.list}>
            {items.map((offer) => (
              <li key={offer.id}>
                <OfferCard offer={offer} clockAhead={clockAhead} here={props.here ?? null} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {gone.map(({ id, words }) => (
        <div key={id} className={classes.ended}>
          <p role="status">{words}</p>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label="Dismiss"
            onClick={() => dismiss([...dismissed, id])}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
    </>
  )
}

/** Those that stand here already stay where they are: a new one comes below them, and under no thumb. */
function inTheirPlaces(offers: JobOfferOut[], seen: ReadonlyMap<string, number>): JobOfferOut[] {
  const places = new Map([...seen.keys()].map((id, place) => [id, place]))
  const place = ({ id }: JobOfferOut) => places.get(id) ?? places.size
  return offers.toSorted((a, b) => place(a) - place(b))
}

/** The numbers of the orders offered on this screen so far. */
function useSeen(data: JobOffersOut | undefined): ReadonlyMap<string, number> {
  const seen = useRef(new Map<string, number>())
  useEffect(() => {
    for (const { id, order } of data?.items ?? []) seen.current.set(id, order.number)
  }, [data])
  return seen.current
}

function answeredText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One order is offered to you.' : `${count} orders are offered to you.`
}
