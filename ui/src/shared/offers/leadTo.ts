/** The request that its driver wants to see, until its card is there. */
let wanted: string | null = null

/** Brings the request's card into sight, at once or as soon as its tab shows it. */
export function leadTo(offerId: string): void {
  wanted = offerId
  const card = document.getElementById(`offer-${offerId}`)?.closest('article')
  if (card) arriveAt(offerId, card)
}

/** For a card that has just come on the screen: it comes into sight where it is the one that is wanted. */
export function arriveAt(offerId: string, card: HTMLElement): void {
  if (wanted !== offerId) return
  wanted = null
  card.scrollIntoView?.({ block: 'start' })
  card.focus({ preventScroll: true })
}
