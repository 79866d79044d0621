import { describe, expect, test } from 'vitest'
import { aDraft, anOffer, aQuote, CHELSEA, PARK_SLOPE } from '@/testing/booking'
import { ANN } from '@/testing/session'
import { withOwn } from '../details/items'
import { openedStep } from '../missing'
import { quoteRequestKey, quoteRequestOf } from '../quoteRequest'
import { changed, ownedBy, withQuote } from './changes'
import { EMPTY_DRAFT, parseDraft } from './draft'

function priced(draft = aDraft()) {
  const request = quoteRequestKey(draft) ?? ''
  return withQuote(draft, {
    request: request,
    quote: aQuote('quo-1', {}),
    expiresAt: Date.now() + 900_000,
    replacedCents: null,
  })
}

const chosen = () => ({ ...priced(), offer: anOffer() })

describe('a kept draft', () => {
  test('comes back as it was', () => {
    const draft = { ...chosen(), booked: { orderId: 'o', quoteId: 'q', madeFrom: 'x' } }
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{"shape":1'],
    ['another shape', JSON.stringify({ ...aDraft(), shape: 99 })],
    ['a service that does not exist', JSON.stringify({ ...aDraft(), service: 'boat' })],
    ['a place off the globe', JSON.stringify({ ...aDraft(), pickup: { ...CHELSEA, lat: 900 } })],
    ['a forged offer', JSON.stringify({ ...aDraft(), offer: { name: 'Free', fare: 0 } })],
    ['a list', '[]'],
  ])('is dropped when it holds %s', (_, text) => {
    expect(parseDraft(text)).toEqual(EMPTY_DRAFT)
  })

  test('has no place for a card', () => {
    const forged = { ...aDraft(), card: { number: '4242' } }
    expect(parseDraft(JSON.stringify(forged))).not.toHaveProperty('card')
  })
})

describe('whose draft it is', () => {
  test('a stranger’s becomes that of whoever signs in, with name and phone where none was typed', () => {
    const draft = { ...aDraft(), owner: null, contact: { name: 'Bo', phone: '' } }
    expect(ownedBy(draft, ANN)).toMatchObject({
      owner: ANN.id,
      service: 'small',
      contact: { name: 'Bo', phone: ANN.phone },
    })
  })

  test('another person’s is not shown', () => {
    expect(ownedBy({ ...aDraft(), owner: 'usr-other' }, ANN)).toMatchObject({
      owner: ANN.id,
      pickup: null,
    })
  })

  test('a name that was emptied stays empty', () => {
    const draft = aDraft({ contact: { name: '', phone: '' } })
    expect(ownedBy(draft, ANN).contact.name).toBe('')
  })
})

describe('a change', () => {
  test('of the trip ends the price and the choice of driver', () => {
    const after = changed(chosen(), { details: { ...aDraft().details, fragile: true } })
    expect(after).toMatchObject({ priced: null, offer: null })
  })

  test.each([
    ['the description', { details: { ...aDraft().details, description: 'Three boxes' } }],
    ['whom to meet', { contact: { name: 'Bo', phone: '1' } }],
  ])('of %s keeps both', (_, part) => {
    const after = changed(chosen(), part)
    expect(after.priced).not.toBeNull()
    expect(after.offer).not.toBeNull()
  })

  test('of the way asks for the price of that way', () => {
    const after = changed(chosen(), { route: 1 })
    expect(after).toMatchObject({ route: 1, priced: null })
    expect(quoteRequestOf(after)?.alternative).toBe(1)
  })

  test('of an end or of the hour goes back to the best way', () => {
    const away = changed(aDraft({ route: 2 }), { dropoff: { ...PARK_SLOPE, lat: 40.7 } })
    expect(away.route).toBe(0)
    expect(changed(aDraft({ route: 2 }), { scheduledTime: '2030-01-01T12:00:00Z' }).route).toBe(0)
    expect(changed(aDraft({ route: 2 }), { service: 'large' }).route).toBe(2)
  })

  test('makes an answer that is still on its way answer nothing', () => {
    const late = priced().priced
    const now = aDraft({ service: 'large' })
    expect(late && withQuote(now, late)).toEqual(now)
  })
})

describe('the quote request', () => {
  test('waits for a service and two places', () => {
    expect(quoteRequestOf(EMPTY_DRAFT)).toBeNull()
    expect(quoteRequestOf(aDraft({ dropoff: null }))).toBeNull()
    expect(
      quoteRequestOf(aDraft({ dropoff: { ...CHELSEA, lat: CHELSEA.lat + 0.0005 } })),
    ).toBeNull()
  })

  test.each([
    ['small', 25],
    ['large', 150],
  ] as const)('gives %s items their usual weight of %i lb', (service, pounds) => {
    expect(quoteRequestOf(aDraft({ service }))?.items[0]?.weight).toBe(pounds)
  })

  test('sends the size only with all three sides', () => {
    const { details } = aDraft()
    const [line] = withOwn([], 'A crate')
    if (!line) throw new Error('no line')
    const sent = (dimensions: typeof line.dimensions) =>
      quoteRequestOf(aDraft({ details: { ...details, items: [{ ...line, dimensions }] } }))?.items
    const two = { length: 10, width: 20, height: null }
    expect(sent(two)).toMatchObject([{ dimensions: null }])
    const three = { ...two, height: 30 }
    expect(sent(three)).toMatchObject([{ dimensions: three }])
  })
})

describe('the step that may be opened', () => {
  test.each([
    ['nothing', EMPTY_DRAFT, 1],
    ['a service', aDraft({ pickup: null }), 2],
    ['no phone', aDraft({ contact: { name: 'Ann', phone: ' ' } }), 2],
    ['one place twice', aDraft({ dropoff: CHELSEA, pickup: CHELSEA }), 2],
    ['a time that is past', aDraft({ scheduledTime: '2020-01-01T12:00:00Z' }), 2],
    ['no description', aDraft({ details: EMPTY_DRAFT.details, dropoff: PARK_SLOPE }), 3],
    ['no driver', aDraft(), 4],
    ['everything', chosen(), 5],
  ] as const)('with %s is at most that which lacks something', (_, draft, step) => {
    expect(openedStep(5, draft)).toBe(step)
  })

  test('is the one asked for where nothing before it is missing', () => {
    expect(openedStep(2, chosen())).toBe(2)
  })
})
