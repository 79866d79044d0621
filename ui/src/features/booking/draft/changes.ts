import type { SessionUser } from '@/auth/storedSession'
import { quoteRequestKey } from '../quoteRequest'
import { type Draft, EMPTY_DRAFT } from './draft'

/**
 * The draft with *part* changed and nothing left in it that no longer follows: another trip has
 * no price yet, and an offer belongs to the price it was made for.
 */
export function changed(draft: Draft, part: Partial<Draft>): Draft {
  const next = { ...draft, ...part }
  // Nobody hurries to another day, and what cannot be seen there must not cost anything.
  if (next.scheduledTime !== null && next.details.urgency !== 'standard') {
    next.details = { ...next.details, urgency: 'standard' }
  }
  if (isAnotherTrip(draft, next)) next.route = part.route ?? 0
  if (next.priced && next.priced.request !== quoteRequestKey(next)) next.priced = null
  if (!next.priced) next.offer = null
  return next
}

/** Other ends, or another hour, have other ways. */
function isAnotherTrip(before: Draft, next: Draft): boolean {
  return (
    before.pickup !== next.pickup ||
    before.dropoff !== next.dropoff ||
    before.scheduledTime !== next.scheduledTime
  )
}

/** A new quote answers an old request no more than an old quote a new one. */
export function withQuote(draft: Draft, priced: NonNullable<Draft['priced']>): Draft {
  if (quoteRequestKey(draft) !== priced.request) return draft
  return { ...draft, priced, offer: null }
}

/** A driver's price takes the place of the quote's: what that was before says nothing about it. */
export function withOffer(draft: Draft, offer: NonNullable<Draft['offer']>): Draft {
  return { ...draft, offer, lostDriver: null, priced: unreplaced(draft.priced) }
}

/** The chosen driver is not offered any more; the draft says who it was. */
export function withoutDriver(draft: Draft, name: string): Draft {
  return { ...draft, offer: null, lostDriver: name, priced: unreplaced(draft.priced) }
}

function unreplaced(priced: Draft['priced']): Draft['priced'] {
  return priced && { ...priced, replacedCents: null }
}

/**
 * The draft in the hands of *user*. What a stranger or the same person typed stays; somebody
 * else's name, addresses and order do not.
 */
export function ownedBy(draft: Draft, user: SessionUser): Draft {
  const own = draft.owner === null || draft.owner === user.id ? draft : EMPTY_DRAFT
  if (draft.owner === user.id) return draft
  return {
    ...own,
    owner: user.id,
    contact: { name: own.contact.name || user.name, phone: own.contact.phone || user.phone },
  }
}
