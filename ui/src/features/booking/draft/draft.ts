import './zodConfig'
import { z } from 'zod'
import { zLocationOut, zOfferOut, zQuoteOut } from '@/api/generated/zod.gen'
import { ACCESS_LIMITS, NO_ACCESS } from '@/shared/access/access'

/** Raised when the shape changes: a draft of another shape is dropped, not guessed at. */
const SHAPE = 3

const place = zLocationOut.extend({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: z.string().trim().min(1).max(300),
})

const access = z.object({
  unit: z.string().max(ACCESS_LIMITS.unit),
  floor: z.number().int().min(ACCESS_LIMITS.floor.min).max(ACCESS_LIMITS.floor.max).nullable(),
  floor_access: z.enum(['elevator', 'stairs']).nullable(),
  gate_code: z.string().max(ACCESS_LIMITS.gate_code),
  contact_name: z.string().max(ACCESS_LIMITS.contact_name),
  contact_phone: z.string().max(ACCESS_LIMITS.contact_phone),
  note: z.string().max(ACCESS_LIMITS.note),
})

/** In characters. */
export const LONGEST_DESCRIPTION = 500

const inches = z.number().positive().max(1200)

/** A line of the list; pounds and inches are those of one piece. */
const itemLine = z.object({
  /** The usual thing that it was chosen as; null for what the customer described. */
  preset: z.string().max(40).nullable(),
  description: z.string().max(500),
  quantity: z.number().int().min(1).max(99),
  /** Null is the usual weight of the chosen size (BKG-15). */
  pounds: z.number().positive().max(100_000).nullable(),
  dimensions: z.object({
    length: inches.nullable(),
    width: inches.nullable(),
    height: inches.nullable(),
  }),
  fragile: z.boolean(),
  assembly: z.boolean(),
})

const details = z.object({
  items: z.array(itemLine).max(100),
  /** What it is, where nothing is listed; with a list, notes for the driver. */
  description: z.string().max(LONGEST_DESCRIPTION),
  /** Of what is only described; a line says it for itself. */
  fragile: z.boolean(),
  assembly: z.boolean(),
  /** People who carry beside the driver. */
  helpers: z.number().int().min(0).max(1),
  urgency: z.enum(['standard', 'express', 'urgent']),
  /** The customer's own limit before tax, in cents; null leaves the platform's (OP-11). */
  limitCents: z.number().int().min(1).max(10_000_000_000).nullable(),
})

const priced = z.object({
  /** Which request the quote answers, so that a price is never shown for another trip. */
  request: z.string(),
  quote: zQuoteOut,
  /** On this device's clock, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** What the chosen driver asked by the expired quote that this one replaces. */
  replacedCents: z.number().int().nullable(),
})

const booked = z.object({
  orderId: z.string().min(1).max(64),
  quoteId: z.string().min(1).max(64),
  /** What the order was made from; once the draft says otherwise, the order is given up. */
  madeFrom: z.string(),
})

const draft = z.object({
  shape: z.literal(SHAPE),
  /** Whose draft it is; null until somebody signs in. */
  owner: z.string().nullable(),
  service: z.enum(['small', 'large']).nullable(),
  contact: z.object({ name: z.string().max(100), phone: z.string().max(32) }),
  pickup: place.nullable(),
  dropoff: place.nullable(),
  /** How to get to the door at each end; only people read it. */
  pickupAccess: access.default(NO_ACCESS),
  dropoffAccess: access.default(NO_ACCESS),
  /** An instant with its offset; null is now (OP-30). */
  scheduledTime: z.iso.datetime({ offset: true }).nullable(),
  /** The end of the arrival window; null is an exact time. */
  scheduledUntil: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Which of the engine's ways is driven; 0 is its best. */
  route: z.number().int().min(0).max(9),
  details,
  /** Photos of the items that the server has, by this device's ids. */
  photos: z.array(z.string().min(1).max(64)).max(6).default([]),
  priced: priced.nullable(),
  offer: zOfferOut.nullable(),
  /** The name of a chosen driver who is not offered any more, until another is chosen. */
  lostDriver: z.string().nullable(),
  booked: booked.nullable(),
})

export type Draft = z.infer<typeof draft>
export type Details = Draft['details']
export type ItemLine = Details['items'][number]
export type Service = NonNullable<Draft['service']>
export type PlaceOfDraft = z.infer<typeof place>

export const EMPTY_DRAFT: Draft = {
  shape: SHAPE,
  owner: null,
  service: null,
  contact: { name: '', phone: '' },
  pickup: null,
  dropoff: null,
  pickupAccess: NO_ACCESS,
  dropoffAccess: NO_ACCESS,
  scheduledTime: null,
  scheduledUntil: null,
  route: 0,
  details: {
    items: [],
    description: '',
    fragile: false,
    assembly: false,
    helpers: 0,
    urgency: 'standard',
    limitCents: null,
  },
  photos: [],
  priced: null,
  offer: null,
  lostDriver: null,
  booked: null,
}

/** The draft that *text* holds; an empty one for what is broken, forged or of another shape. */
export function parseDraft(text: string | null): Draft {
  if (!text) return EMPTY_DRAFT
  try {
    return draft.safeParse(JSON.parse(text)).data ?? EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}
