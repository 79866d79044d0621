import { useRef } from 'react'
import { formatRange, formatStartingAt } from '@/components/Money'
import { shownPrice } from '@/shared/fare/shownPrice'
import { URGENCY_LABEL } from '@/shared/fare/trip'
import { type Draft, EMPTY_DRAFT, type ItemLine } from '../draft/draft'
import { USUAL_POUNDS } from '../quoteRequest'
import type { Step } from '../steps'
import type { VisiblePrice } from './price'

/** Ours: so many reasons fit one line of a phone. */
const MOST_REASONS = 3

/** A price, and the answers that it was for. */
export interface Settled {
  draft: Draft
  price: Extract<VisiblePrice, { kind: 'range' } | { kind: 'exact' }>
}

/**
 * What has changed the price since the step before, or the home page, was left, in one line: `+ $57: 4 x Medium moving
 * box, Table lamp`, or the whole range before, of which one difference would say too little: `Was $65–84.
 * Changed: another time`. Nothing where it is as it was, or not known yet.
 */
export function usePriceChange(step: Step, draft: Draft, price: VisiblePrice): string | null {
  const first = useRef<(Settled & { step: Step }) | null>(null)
  const last = useRef<Settled | null>(null)
  const now = settled(draft, price)
  if (!now) return null
  if (first.current?.step !== step || first.current.price.kind !== now.price.kind) {
    const before = last.current ?? onHome(draft)
    const isComparable = before?.price.kind === now.price.kind
    first.current = { ...(isComparable && before ? before : now), step }
  }
  last.current = now
  return priceChange(first.current, now)
}

/** What the home page said of the same trip, before any answer but its ends and its size. */
function onHome(draft: Draft): Settled | null {
  const { service, pickup, dropoff } = draft
  const range = service && pickup && dropoff && shownPrice({ size: service, pickup, dropoff })
  if (!range) return null
  const { details, scheduledTime, route } = EMPTY_DRAFT
  const { low_cents: lowCents, high_cents: highCents } = range
  return {
    draft: { ...draft, details, scheduledTime, route },
    price: { kind: 'range', lowCents, highCents, stale: false, endsAt: null },
  }
}

function settled(draft: Draft, price: VisiblePrice): Settled | null {
  const isPrice = price.kind === 'range' || price.kind === 'exact'
  return isPrice && !price.stale ? { draft, price } : null
}

export function priceChange(before: Settled, now: Settled): string | null {
  const change = changeOf(before.price, now.price)
  if (!change) return null
  const reasons = [...reasonsOf(before.draft, now.draft)]
  const named = reasons.slice(0, MOST_REASONS).join(', ')
  const rest = reasons.length > MOST_REASONS ? ' and more' : ''
  if (now.price.kind === 'exact') {
    return `${change}: ${named ? `${named}${rest}` : 'drivers, rates or traffic have changed'}`
  }
  return `${change}. ${named ? `Changed: ${named}${rest}` : 'Drivers, rates or traffic have changed'}`
}

function changeOf(before: Settled['price'], now: Settled['price']): string | null {
  if (before.kind === 'range' && now.kind === 'range') {
    const was = formatRange(before.lowCents, before.highCents)
    return was === formatRange(now.lowCents, now.highCents) ? null : `Was ${was}`
  }
  if (before.kind === 'range' || now.kind === 'range') return null
  const cents = Math.round((now.cents - before.cents) / 100) * 100
  return cents === 0 ? null : `${cents > 0 ? '+' : '−'} ${formatStartingAt(Math.abs(cents))}`
}

function* reasonsOf(before: Draft, now: Draft): Generator<string> {
  if (before.details.items.length === 0 && now.details.items.length > 0) {
    // The price was for one item of the usual weight: a light list costs less than that.
    yield `your list instead of one item of ${USUAL_POUNDS[now.service ?? 'small']} lb`
  } else yield* itemsChanged(before.details.items, now.details.items)
  if (now.details.helpers > before.details.helpers) yield 'extra helper'
  if (now.details.helpers < before.details.helpers) yield 'no extra helper'
  if (now.details.urgency !== before.details.urgency) {
    yield URGENCY_LABEL[now.details.urgency].toLowerCase()
  }
  for (const extra of ['fragile', 'assembly'] as const) {
    const [was, is] = [hasExtra(before, extra), hasExtra(now, extra)]
    if (was !== is) yield is ? extra : `no ${extra}`
  }
  if (now.details.limitCents !== before.details.limitCents) yield 'your price limit'
  if (now.service !== before.service) yield 'another size'
  if (isElsewhere(before, now)) yield 'another address'
  if (now.route !== before.route) yield 'another route'
  if (now.scheduledTime !== before.scheduledTime) yield 'another time'
}

/** An item of the list may cost it as well: a lamp is fragile by itself. */
function hasExtra({ details }: Draft, extra: 'fragile' | 'assembly'): boolean {
  return details[extra] || details.items.some((item) => item[extra])
}

function isElsewhere(before: Draft, now: Draft): boolean {
  return (['pickup', 'dropoff'] as const).some((end) => before[end]?.address !== now[end]?.address)
}

/** What came, went or is another than it was, by name. */
function* itemsChanged(before: ItemLine[], now: ItemLine[]): Generator<string> {
  for (const [name, { pieces, facts }] of byName(now)) {
    const earlier = byName(before).get(name)
    const more = pieces - (earlier?.pieces ?? 0)
    if (more > 0) yield more === 1 ? name : `${more} x ${name}`
    else if (more < 0) yield `${-more} x ${name} less`
    else if (facts !== earlier?.facts) yield name
  }
  for (const name of byName(before).keys()) {
    if (!byName(now).has(name)) yield `no ${name}`
  }
}

function byName(items: ItemLine[]): Map<string, { pieces: number; facts: string }> {
  const named = new Map<string, { pieces: number; facts: string }>()
  for (const { description, quantity, ...rest } of items) {
    const known = named.get(description) ?? { pieces: 0, facts: '' }
    named.set(description, {
      pieces: known.pieces + quantity,
      facts: `${known.facts}${JSON.stringify(rest)}`,
    })
  }
  return named
}
