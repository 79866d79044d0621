import { useEffect, useRef, useState } from 'react'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { useOffers } from '@/shared/offers/useOffers'

/** DRV-15. */
const BANNER_MS = 5_000

/** The newest request for as long as its banner stands, the one to answer first, and how many there are. */
export function useBanner(): {
  banner: JobOfferOut | undefined
  first: JobOfferOut | undefined
  count: number
} {
  const { data } = useOffers()
  const offers = data?.items
  const seen = useRef(new Set<string>())
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const fresh = offers?.filter(({ id }) => !seen.current.has(id)) ?? []
    for (const { id } of fresh) seen.current.add(id)
    const newest = fresh.toSorted((a, b) => b.offered_at.localeCompare(a.offered_at))[0]
    if (newest) setShown(newest.id)
  }, [offers])
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), BANNER_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const banner = offers?.find(({ id }) => id === shown)
  return { banner, first: banner ?? offers?.[0], count: offers?.length ?? 0 }
}
