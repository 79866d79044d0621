import { Button, VisuallyHidden } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { JobOfferOut, JobOffersOut } from '@/api/generated/types.gen'
import { useSettling } from '@/components/useSettling'
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
 * them. One that goes away stays in its place and says so, and a new one comes below: nothing that is
 * read moves. Nothing is shown while there is neither. They come to the screen by `useOffers`. *except*
 * is the offer that the screen shows elsewhere, *here* where the device is.
 */
export function Offers(props: { except?: string | undefined; here?: LatLng | null }) {
  const { data, dataUpdatedAt } = useKnownOffers()
  const clockAhead = useClockAhead(data, dataUpdatedAt)
  const [isLoud, setLoud] = useState(isSoundOn)
  const [dismissed, dismiss] = useState<readonly string[]>([])
  const seen = useSeen(data)
  const declined = useDeclined()
  const open = data?.items.filter(({ id }) => !declined.offers.has(id)) ?? []
  const notices = data && endedOfferNotices(data, seen)
  const cards = inTheirPlaces(open, seen).flatMap((offer) => {
    const words = notices?.get(offer.id)
    const isShown = words ? !dismissed.includes(offer.id) : open.includes(offer)
    return isShown && offer.id !== props.except ? [{ offer, words }] : []
  })
  const isSettling = useSettling(data && cards.map(({ offer }) => offer.id).join())
  if (!data) return <Answers />
  return (
    <>
      <VisuallyHidden role="status">{answeredText(open.length)}</VisuallyHidden>
      <Answers />
      {cards.length > 0 && (
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
          <ul className={classes.list} data-settling={isSettling || undefined}>
            {cards.map(({ offer, words }) => (
              <li key={offer.id}>
                <OfferCard
                  offer={offer}
                  clockAhead={clockAhead}
                  here={props.here ?? null}
                  ended={words}
                  onDismiss={() => dismiss([...dismissed, offer.id])}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Those that were here stay where they are, also when they have ended: a new one comes below them. */
function inTheirPlaces(
  open: JobOfferOut[],
  seen: ReadonlyMap<string, JobOfferOut>,
): readonly JobOfferOut[] {
  const now = new Map(open.map((offer) => [offer.id, offer]))
  const before = [...seen].map(([id, offer]) => now.get(id) ?? offer)
  return [...before, ...open.filter(({ id }) => !seen.has(id))]
}

/** The offers that were on this screen so far, in the order in which they came. */
function useSeen(data: JobOffersOut | undefined): ReadonlyMap<string, JobOfferOut> {
  const seen = useRef(new Map<string, JobOfferOut>())
  useEffect(() => {
    for (const offer of data?.items ?? []) seen.current.set(offer.id, offer)
  }, [data])
  return seen.current
}

function answeredText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One order is offered to you.' : `${count} orders are offered to you.`
}
