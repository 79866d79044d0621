import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { useSettling } from '@/components/useSettling'
import type { LatLng } from '@/shared/map/geometry'
import { milesAway } from './milesAway'
import classes from './RequestBar.module.css'
import { useLift } from './useLift'
import { useClockAhead, useKnownOffers } from './useOffers'
import { useSecondsLeft } from './useSecondsLeft'
import { WHO } from './who'

/** A request to this driver alone whose answers are out of sight, at the lower edge until they are in sight. */
export function RequestBar(props: {
  offer: JobOfferOut | undefined
  here: LatLng | null
  onSee: (offer: JobOfferOut) => void
}) {
  const { offer, here, onSee } = props
  const isSettling = useSettling(offer?.id ?? '')
  const bar = useRef<HTMLElement>(null)
  useLift(bar)
  if (!offer) return null
  return (
    <section
      ref={bar}
      className={classes.bar}
      aria-label="Request to answer"
      data-request-bar
      data-settling={isSettling || undefined}
    >
      <div className={classes.words}>
        <p className={classes.who}>{WHO[offer.kind]}</p>
        <Facts offer={offer} here={here} />
      </div>
      <Button
        className={classes.see}
        aria-label={`See order #${offer.order.number}`}
        onClick={() => onSee(offer)}
      >
        See
      </Button>
    </section>
  )
}

/** "$15.96 · 0.9 mi · 0:24" */
function Facts({ offer, here }: { offer: JobOfferOut; here: LatLng | null }) {
  const { data, dataUpdatedAt } = useKnownOffers()
  const left = useSecondsLeft(offer.expires_at, useClockAhead(data, dataUpdatedAt))
  const away = milesAway(offer, here)
  return (
    <p className={classes.facts}>
      {offer.pays_cents !== null && (
        <>
          <Money cents={offer.pays_cents} /> ·{' '}
        </>
      )}
      {away !== null && `${away.toFixed(1)} mi · `}
      {left !== null && (
        <span role="timer" aria-label="Time left to answer">
          {clockOf(left)}
        </span>
      )}
    </p>
  )
}

/** "0:24", and minutes for an appointment. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
