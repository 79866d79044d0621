import type { EndedJobOfferOut, JobOffersOut } from '@/api/generated/types.gen'

/** What a driver is told of an offer that went away while they looked at it. */
export type EndedOfferNotice = { id: string; words: string }

/** *seen* are the numbers of the orders of offers that were on this screen, by the offer's id. */
export function endedOfferNotices(
  offers: JobOffersOut,
  seen: ReadonlyMap<string, number>,
): EndedOfferNotice[] {
  return offers.ended.flatMap((ended) => {
    const number = seen.get(ended.id)
    const words = number === undefined ? undefined : noticeText(ended, number)
    return words === undefined ? [] : [{ id: ended.id, words }]
  })
}

function noticeText(ended: EndedJobOfferOut, number: number): string | undefined {
  if (ended.taken_by_another) return `Another driver has taken order #${number}.`
  if (ended.state === 'timed_out') return `Time is up: order #${number} is offered to others now.`
  if (ended.state === 'withdrawn') return `Order #${number} is no longer offered.`
  return undefined
}
