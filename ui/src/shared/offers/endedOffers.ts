import type { EndedJobOfferOut, JobOfferOut, JobOffersOut } from '@/api/generated/types.gen'

/** What a driver is told of offers that went away while they looked at them, by the offer's id. */
export function endedOfferNotices(
  offers: JobOffersOut,
  seen: readonly JobOfferOut[],
): ReadonlyMap<string, string> {
  return new Map(
    offers.ended.flatMap((ended) => {
      const offer = seen.find(({ id }) => id === ended.id)
      const words = offer && noticeText(ended, offer.order.number)
      return words ? [[ended.id, words]] : []
    }),
  )
}

function noticeText(ended: EndedJobOfferOut, number: number): string | undefined {
  if (ended.taken_by_another) return `Another driver has taken order #${number}.`
  if (ended.state === 'timed_out') return `Time is up: order #${number} is offered to others now.`
  if (ended.state === 'withdrawn') return `Order #${number} is no longer offered.`
  return undefined
}
