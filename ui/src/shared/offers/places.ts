import type { JobOfferOut } from '@/api/generated/types.gen'
import type { LatLng } from '@/shared/map/geometry'
import { milesAway } from './milesAway'

/** Made to this driver alone, who has a time to answer it; the others are open to everybody. */
export function isForOneAlone({ kind }: JobOfferOut): boolean {
  return kind !== 'everyone'
}

/** Those to this driver alone first, and of each kind the nearest pickup. */
export function byUrgency(offers: readonly JobOfferOut[], here: LatLng | null): JobOfferOut[] {
  const away = (offer: JobOfferOut) => milesAway(offer, here) ?? Number.POSITIVE_INFINITY
  return offers.toSorted(
    (a, b) =>
      Number(isForOneAlone(b)) - Number(isForOneAlone(a)) ||
      (away(a) === away(b) ? 0 : away(a) - away(b)),
  )
}

/**
 * The requests in the order in which they stand. It is decided once, when a request comes: it stands where
 * `byUrgency` puts it among those that are there, but below every card that is being read (*isRead*), so that
 * nothing new pushes that one down or comes under a thumb in its place. After that it keeps its place, also
 * when it has ended; what is nearer by now is not moved up.
 */
export function inTheirPlaces(
  before: readonly JobOfferOut[],
  open: readonly JobOfferOut[],
  here: LatLng | null,
  isRead: (offerId: string) => boolean,
): readonly JobOfferOut[] {
  const now = new Map(open.map((offer) => [offer.id, offer]))
  const places = before.map((offer) => now.get(offer.id) ?? offer)
  const known = new Set(before.map(({ id }) => id))
  for (const fresh of byUrgency(
    open.filter(({ id }) => !known.has(id)),
    here,
  )) {
    const firstFree = places.findLastIndex(({ id }) => isRead(id)) + 1
    const next = places.findIndex(
      (offer, place) => place >= firstFree && byUrgency([offer, fresh], here)[0] === fresh,
    )
    places.splice(next < 0 ? places.length : next, 0, fresh)
  }
  return places
}
