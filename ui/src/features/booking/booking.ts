import { bookOrder, cancelOrder, listOrders, openPayment } from '@/api/generated/sdk.gen'
import type { PaymentOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf } from '@/api/idempotencyKeys'
import { codeOf } from '@/api/problem'
import { givenAccess } from '@/shared/access/access'
import { withoutDriver, withQuote } from './draft/changes'
import type { Draft } from './draft/draft'
import { quoteRequestKey } from './quoteRequest'
import { fetchMatches } from './useMatches'
import { fetchQuote, type Priced } from './useQuote'

/** Where the draft is read and written while the booking is under way. */
export interface BookingState {
  read: () => Draft
  update: (change: (draft: Draft) => Draft) => void
}

/** At which of its two steps opening the payment failed (BKG-18, PAY-05). */
export type Stage = 'order' | 'payment'

export class BookingFailed extends Error {
  constructor(
    readonly stage: Stage,
    override readonly cause: unknown,
  ) {
    super(`The ${stage} could not be made.`)
  }
}

/**
 * The payment of the draft's order, which is created unpaid first (OP-24). Asked again, also after
 * a reload, it is the same order and the same payment. If the draft has changed since, the old
 * order is given up, and since a quote is good for one order, the same driver is asked anew.
 */
export async function paymentOf(state: BookingState): Promise<PaymentOut> {
  try {
    await giveUpWhatChanged(state)
    if (!state.read().booked) await book(state)
  } catch (error) {
    if (codeOf(error) === 'driver_not_offered') lose(state, state.read().offer?.name ?? '')
    throw new BookingFailed('order', error)
  }
  const { booked } = state.read()
  // Whoever has logged out meanwhile has nothing to pay.
  if (!booked) throw new BookingFailed('order', null)
  try {
    return await opened(booked.orderId)
  } catch (error) {
    throw new BookingFailed('payment', error)
  }
}

/**
 * A new quote for the same request, and the same driver's offer for it. Both go into the draft at
 * once; where the driver is not offered any more, the draft says whom it lost.
 */
export async function askAnew(state: BookingState): Promise<Priced> {
  const before = state.read()
  const replacedCents = before.offer?.fare.total_cents ?? null
  const priced = { ...(await fetchQuote(quoteRequestKey(before) ?? '')), replacedCents }
  const { items } = before.offer ? await fetchMatches(priced.quote.id) : { items: [] }
  const offer = items.find((found) => found.driver_id === before.offer?.driver_id) ?? null
  state.update((now) => ({ ...withQuote(now, priced), offer }))
  if (before.offer && !offer) lose(state, before.offer.name)
  return priced
}

/** The price again after it has ended, or after an order that was not paid in time. */
export async function renew(state: BookingState): Promise<string> {
  await giveUp(state)
  const priced = await askAnew(state)
  return priced.quote.id
}

function lose(state: BookingState, name: string): void {
  state.update((now) => withoutDriver(now, name))
}

/** Leaves an unpaid order that nobody will pay. The server would do the same in half an hour. */
export async function giveUp(state: BookingState): Promise<void> {
  const { booked } = state.read()
  if (!booked) return
  state.update((now) => ({ ...now, booked: null }))
  await cancelOrder({
    path: { order_id: booked.orderId },
    body: { reason: 'Changed before payment' },
  })
}

async function giveUpWhatChanged(state: BookingState): Promise<void> {
  const draft = state.read()
  const { booked, priced } = draft
  if (!booked || booked.madeFrom === madeFrom(draft)) return
  await giveUp(state)
  if (booked.quoteId === priced?.quote.id) await askAnew(state)
}

async function book(state: BookingState, mayRepeat = true): Promise<void> {
  const draft = state.read()
  const { priced, offer, contact, details } = draft
  if (!priced || !offer) return
  const quoteId = priced.quote.id
  try {
    const { data } = await bookOrder({
      body: {
        quote_id: quoteId,
        driver_id: offer.driver_id,
        contact: { name: contact.name.trim(), phone: contact.phone.trim() },
        ...described(details),
        pickup_access: givenAccess(draft.pickupAccess),
        dropoff_access: givenAccess(draft.dropoffAccess),
        ...(draft.photos.length > 0 && { photos: draft.photos }),
      },
      headers: { 'Idempotency-Key': `book-${idempotencyKeyOf(madeFrom(draft))}` },
      throwOnError: true,
    })
    state.update((now) => ({
      ...now,
      booked: { orderId: data.id, quoteId, madeFrom: madeFrom(draft) },
    }))
  } catch (error) {
    if (!mayRepeat || codeOf(error) !== 'quote_already_booked') throw error
    await adopt(state, quoteId)
    await giveUpWhatChanged(state)
    await book(state, false)
  }
}

/** Finds the order whose answer was lost on the way, so that it can be given up. */
async function adopt(state: BookingState, quoteId: string): Promise<void> {
  const { data } = await listOrders({ throwOnError: true })
  const order = data.items.find((one) => one.quote_id === quoteId)
  if (!order) return
  state.update((now) => ({ ...now, booked: { orderId: order.id, quoteId, madeFrom: '' } }))
}

async function opened(orderId: string): Promise<PaymentOut> {
  const { data } = await openPayment({ path: { order_id: orderId }, throwOnError: true })
  return data
}

/** The list says what it is, and the words are for the driver; without a list the words say it. */
function described(details: Draft['details']) {
  const words = details.description.trim()
  return details.items.length > 0 ? { item_notes: words } : { items_description: words }
}

function madeFrom(draft: Draft): string {
  const { priced, offer, contact, details } = draft
  const { name, phone } = contact
  return JSON.stringify([
    priced?.quote.id,
    offer?.driver_id,
    name.trim(),
    phone.trim(),
    details.description.trim(),
    givenAccess(draft.pickupAccess),
    givenAccess(draft.dropoffAccess),
    draft.photos,
  ])
}
