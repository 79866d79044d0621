import { useEffect, useMemo, useRef, useState } from 'react'
import type { JobOfferOut } from '@/api/generated/types.gen'
import type { LatLng } from '@/shared/map/geometry'
import { chime, isSoundOn } from '@/shared/offers/chime'
import { byUrgency } from '@/shared/offers/places'
import { useDeclined } from '@/shared/offers/useAnswer'
import { useOffers } from '@/shared/offers/useOffers'

/** DRV-15. */
const BANNER_MS = 5_000

export type Requests = {
  /** The newest request, for as long as its banner stands. */
  newest: JobOfferOut | undefined
  /** The one to answer first. */
  first: JobOfferOut | undefined
  count: number
}

/** What is offered, followed for as long as the driver's screen is open; a new one is heard. */
export function useRequests(here: LatLng | null): Requests {
  const { data } = useOffers()
  const declined = useDeclined()
  const offers = useMemo(
    () => data?.items.filter(({ id }) => !declined.offers.has(id)),
    [data, declined],
  )
  const seen = useRef(new Set<string>())
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const fresh = offers?.filter(({ id }) => !seen.current.has(id)) ?? []
    for (const { id } of fresh) seen.current.add(id)
    const newest = fresh.toSorted((a, b) => b.offered_at.localeCompare(a.offered_at))[0]
    if (!newest) return
    setShown(newest.id)
    if (isSoundOn()) chime()
  }, [offers])
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), BANNER_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const newest = offers?.find(({ id }) => id === shown)
  return { newest, first: newest ?? byUrgency(offers ?? [], here)[0], count: offers?.length ?? 0 }
}
