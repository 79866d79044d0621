import { Button, VisuallyHidden } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { JobOfferOut, JobOffersOut } from '@/api/generated/types.gen'
import { useSettling } from '@/components/useSettling'
import type { LatLng } from '@/shared/map/geometry'
import { Answers } from './Answers'
import { isSoundOn, keepSound } from './chime'
import { EndedRequest } from './EndedRequest'
import { endedOfferNotices } from './endedOffers'
import classes from './Offer.module.css'
import { OfferCard } from './OfferCard'
import { inTheirPlaces } from './places'
import { useAnsweredOffers, useDeclined } from './useAnswer'
import { useClockAhead, useKnownOffers } from './useOffers'
import { isVisible } from './visibility'

/**
 * What is offered to the signed-in driver: at most five, each with its answers and the time left for
 * them, in their places (`places.ts`). One that goes away is one line in its place that says why, until it
 * was read or the driver answers another; what the driver has declined says nothing any more. Nothing is
 * shown while there is neither. They come to the screen by `useOffers`.
 */
export function Offers(props: {
  /** The offer that the screen shows elsewhere. */
  except?: string | undefined
  /** Where the device is. */
  here?: LatLng | null
}) {
  const { data, dataUpdatedAt } = useKnownOffers()
  const clockAhead = useClockAhead(data, dataUpdatedAt)
  const here = props.here ?? null
  const declined = useDeclined()
  const open = data?.items.filter(({ id }) => !declined.offers.has(id)) ?? []
  const places = usePlaces(data, declined.offers, here)
  const notices = data && endedOfferNotices(data, places)
  const read = useRead(notices)
  const shown = places.flatMap((offer) => {
    const words = notices?.get(offer.id)
    const isShown = words ? !read.has(offer.id) : open.some(({ id }) => id === offer.id)
    return isShown && offer.id !== props.except ? [{ offer, words }] : []
  })
  const standing = shown.map(({ offer, words }) => (words ? `${offer.id} over` : offer.id))
  const isSettling = useSettling(data && standing.join())
  if (!data) return <Answers />
  return (
    <>
      <VisuallyHidden role="status">{answeredText(open.length)}</VisuallyHidden>
      <Answers />
      {shown.length > 0 && (
        <section className={classes.area} aria-labelledby="new-requests">
          <div className={classes.heading}>
            <h2 id="new-requests">New Requests</h2>
            <SoundSwitch />
          </div>
          <ul className={classes.list} data-settling={isSettling || undefined}>
            {shown.map(({ offer, words }) => (
              <li key={offer.id} data-over={words ? true : undefined}>
                {words ? (
                  <EndedRequest
                    offerId={offer.id}
                    words={words}
                    onRead={() => read.add([offer.id])}
                  />
                ) : (
                  <OfferCard offer={offer} clockAhead={clockAhead} here={here} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SoundSwitch() {
  const [isLoud, setLoud] = useState(isSoundOn)
  return (
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
  )
}

const NONE: readonly JobOfferOut[] = []

/** The offers that were on this screen so far, in their places; what was declined has none. */
function usePlaces(
  data: JobOffersOut | undefined,
  declined: ReadonlySet<string>,
  here: LatLng | null,
): readonly JobOfferOut[] {
  const place = (before: readonly JobOfferOut[]) => {
    const isLeft = ({ id }: JobOfferOut) => !declined.has(id)
    const open = data?.items.filter(isLeft) ?? NONE
    return inTheirPlaces(before.filter(isLeft), open, here, (id) => isVisible('card', id))
  }
  const [known, setKnown] = useState({ data, declined })
  const [places, setPlaces] = useState(() => place(NONE))
  if (known.data === data && known.declined === declined) return places
  const after = place(places)
  setKnown({ data, declined })
  setPlaces(after)
  return after
}

/** Which of the ended ones were read: those put away, and all that were there when another was answered. */
function useRead(notices: ReadonlyMap<string, string> | undefined) {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const add = (ids: Iterable<string>) => setRead((known) => new Set([...known, ...ids]))
  const answered = useAnsweredOffers()
  const [known, setKnown] = useState(answered)
  if (answered !== known) {
    setKnown(answered)
    if ([...answered].some((id) => !known.has(id))) add(notices?.keys() ?? [])
  }
  return { has: (id: string) => read.has(id), add }
}

function answeredText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One order is offered to you.' : `${count} orders are offered to you.`
}
