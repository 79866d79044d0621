import type { JobOfferOut } from '@/api/generated/types.gen'
import { useNow } from '@/components/useNow'
import type { LatLng } from '@/shared/map/geometry'
import { byUrgency, isForOneAlone } from '@/shared/offers/places'
import { useAnsweredOffers } from '@/shared/offers/useAnswer'
import { useClockAhead, useKnownOffers } from '@/shared/offers/useOffers'
import { useVisible } from '@/shared/offers/visibility'

/** How soon one whose time is over is spoken of no more. */
const LOOKED_AT_EVERY_MS = 1_000

/**
 * Of the requests to this driver alone the first that waits for an answer out of sight. *shownElsewhere* lies
 * over the screen already.
 */
export function useUnseenRequest(
  shownElsewhere: JobOfferOut | undefined,
  here: LatLng | null,
): JobOfferOut | undefined {
  const { data, dataUpdatedAt } = useKnownOffers()
  const answered = useAnsweredOffers()
  const isVisible = useVisible()
  const waiting = (data?.items ?? []).filter(
    (offer) => isForOneAlone(offer) && !answered.has(offer.id) && offer.id !== shownElsewhere?.id,
  )
  const clockAhead = useClockAhead(data, dataUpdatedAt)
  const now = useNow(waiting.length > 0 ? LOOKED_AT_EVERY_MS : null)
  const isOpen = ({ expires_at }: JobOfferOut) =>
    expires_at === null || Date.parse(expires_at) > now - clockAhead
  return byUrgency(waiting, here).find((offer) => isOpen(offer) && !isVisible('answers', offer.id))
}
