import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aDraft,
  aFareOf,
  anOffer,
  aQuote,
  type bookingApi,
  CHELSEA,
  keepDraft,
  openBooking,
  PARK_SLOPE,
  SECOND,
  storedDraft,
} from '@/testing/booking'
import { visit } from '@/testing/render'
import { aPreview, aProblem, server } from '@/testing/server'
import { ANN, signedInAs } from '@/testing/session'

let seen: ReturnType<typeof bookingApi>['seen']

function open(offers = [anOffer(), SECOND]) {
  seen = openBooking(offers)
}

beforeEach(() => {
  signedInAs()
  open()
})

afterEach(() => {
  vi.useRealTimers()
})

const forward = () => screen.getByRole('button', { name: 'Continue' })
const total = () => screen.getByRole('status', { name: 'Total' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('who may book', () => {
  test('a stranger is asked to log in, and comes back to where they were', async () => {
    localStorage.clear()
    visit('/book-service?step=1&from=p-1')
    await heading('Please log in')
    expect(screen.getByText('You need to be logged in to book a service.')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Sign In' })
    const next = new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('next')
    expect(next).toBe('/book-service?step=1&from=p-1')
  })

  test('what a stranger has typed is there once they have signed in', async () => {
    keepDraft(aDraft({ owner: null, contact: { name: '', phone: '' } }))
    visit('/book-service?step=2')
    expect(await screen.findByLabelText(/^Name/)).toHaveValue(ANN.name)
    expect(screen.getByLabelText(/^Phone/)).toHaveValue(ANN.phone)
    expect(screen.getByRole('combobox', { name: 'Pickup' })).toHaveValue(CHELSEA.formatted_address)
  })

  test('nobody sees what another person has typed', async () => {
    keepDraft(aDraft({ owner: 'user-other' }))
    visit('/book-service?step=2')
    await heading('Choose a service')
    expect(storedDraft()).toMatchObject({ owner: ANN.id, pickup: null })
  })
})

describe('the steps', () => {
  test('start with the two sizes and what they start at', async () => {
    const { user, router } = visit('/book-service')
    await heading('Choose a service')
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument()
    const small = await screen.findByRole('radio', { name: 'Small Items' })
    expect(small).toHaveAccessibleDescription(/Starting at \$35/)
    expect(screen.getByRole('radio', { name: 'Large Items' })).toHaveAccessibleDescription(
      /Starting at \$80/,
    )
    await user.click(forward())
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a service to continue.')
    expect(small).toHaveFocus()
    await user.click(small)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(total()).toHaveTextContent('$35')
    await user.click(forward())
    await expect.poll(() => router.state.location.href).toBe('/book-service?step=2')
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  })

  test('start with the prices of the trip where it is known', async () => {
    keepDraft(aDraft())
    visit('/book-service?step=1')
    const small = await screen.findByRole('radio', { name: 'Small Items' })
    await waitFor(() => expect(small).toHaveAccessibleDescription(/\$\d+–\d+ with tax/))
    expect(screen.queryByText(/starting at/i)).not.toBeInTheDocument()
  })

  test.each([3, 4, 5])('step %i cannot be opened before those before it', async (step) => {
    const { router } = visit(`/book-service?step=${step}`)
    await heading('Choose a service')
    await expect.poll(() => router.state.location.href).toBe('/book-service?step=1')
  })

  test.each(['0', '6', '2.5', 'pay'])('an address with step %s opens the first', async (step) => {
    visit(`/book-service?step=${step}`)
    await heading('Choose a service')
  })

  test('take the focus to their heading, and the browser’s Back leads back', async () => {
    keepDraft(aDraft())
    const { user, router } = visit('/book-service?step=3')
    await heading('Item details and price')
    await user.click(forward())
    expect(await heading('Choose a driver')).toHaveFocus()
    router.history.back()
    expect(await heading('Item details and price')).toHaveFocus()
  })

  test('say how far one is', async () => {
    keepDraft(aDraft())
    visit('/book-service?step=3')
    const bar = await screen.findByRole('progressbar', { name: 'Booking progress' })
    expect(bar).toHaveAttribute('aria-valuenow', '3')
    const steps = within(screen.getByRole('navigation', { name: 'Booking steps' }))
    expect(steps.getByRole('link', { name: 'Locations' })).toBeVisible()
    expect(steps.queryByRole('link', { name: 'Payment' })).not.toBeInTheDocument()
  })

  test('failing services can be tried again', async () => {
    server.use(http.get('*/api/v1/services', () => aProblem(409, 'The catalogue is closed.')))
    const { user } = visit('/book-service')
    expect(await screen.findByRole('alert')).toHaveTextContent('The catalogue is closed.')
    server.resetHandlers()
    open()
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('radio', { name: 'Small Items' })
  })
})

describe('coming from the home page', () => {
  test('brings its places and size, and leaves the address clean', async () => {
    server.use(
      http.get('*/api/v1/places/:id', ({ params }) =>
        HttpResponse.json(params.id === 'p-1' ? CHELSEA : PARK_SLOPE),
      ),
    )
    const { router } = visit('/book-service?from=p-1&to=p-2&service=large')
    expect(await screen.findByRole('combobox', { name: 'Dropoff' })).toHaveValue(
      PARK_SLOPE.formatted_address,
    )
    await expect.poll(() => router.state.location.href).toBe('/book-service?step=2')
    expect(storedDraft()).toMatchObject({
      service: 'large',
      pickup: { place_id: CHELSEA.place_id },
    })
  })

  test('a place that is not known any more is asked for again', async () => {
    server.use(http.get('*/api/v1/places/:id', () => aProblem(404, 'Not found')))
    const { router } = visit('/book-service?from=gone&step=1')
    await heading('Choose a service')
    await expect.poll(() => router.state.location.href).toBe('/book-service?step=1')
    expect(storedDraft().pickup).toBeNull()
  })
})

describe('a trip that is known before the service', () => {
  const preview = (answer: () => Response) => http.post('*/api/v1/quotes/preview', answer)

  test('is priced on the cards and, once one is chosen, in the bar', async () => {
    keepDraft(aDraft({ service: null }))
    server.use(preview(() => HttpResponse.json(aPreview())))
    const { user } = visit('/book-service?step=1')
    const large = await screen.findByRole('radio', { name: 'Large Items' })
    await waitFor(() => expect(large).toHaveAccessibleDescription(/\$[\d–]+ with tax/))
    expect(total()).toHaveTextContent('Choose a service')
    await user.click(large)
    await waitFor(() => expect(total()).toHaveTextContent(/^\$\d+–\d+$/))
  })

  test('says why it has no price', async () => {
    keepDraft(aDraft({ service: null }))
    server.use(preview(() => aProblem(409, 'We serve New York City for now.')))
    visit('/book-service?step=1')
    await waitFor(() =>
      expect(screen.getAllByText('We serve New York City for now.')).toHaveLength(2),
    )
  })
})

describe('the pickup time', () => {
  test('is in sight of every step that prices it, and one press away', async () => {
    keepDraft(aDraft())
    const { user, router } = visit('/book-service?step=3')
    await user.click(await screen.findByRole('link', { name: 'Pickup now Change time' }))
    await heading('Contact and locations')
    expect(router.state.location.href).toBe('/book-service?step=2#when')
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Now' })).toHaveFocus())
    await user.click(screen.getByRole('radio', { name: 'Schedule' }))
    expect(
      screen.getByRole('link', { name: /^Pickup \w+, \w+ \d+, .+ Change time$/ }),
    ).toBeVisible()
  })

  test('is asked for again from the same step', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=2#when')
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Now' })).toHaveFocus())
    await user.click(screen.getByRole('combobox', { name: 'Pickup' }))
    await user.click(screen.getByRole('link', { name: 'Pickup now Change time' }))
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Now' })).toHaveFocus())
  })
})

describe('contact and locations', () => {
  test('are confirmed only with both, apart from each other', async () => {
    keepDraft(aDraft({ dropoff: null }))
    const { user, router } = visit('/book-service?step=2')
    expect(await screen.findByText('Please complete location selection')).toBeVisible()
    await user.click(forward())
    expect(await screen.findByText('Enter where it goes.')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Dropoff' })).toHaveFocus()
    expect(router.state.location.href).toBe('/book-service?step=2')
  })

  test('the same place twice is told', async () => {
    keepDraft(aDraft({ dropoff: { ...CHELSEA, lat: CHELSEA.lat + 0.0004 } }))
    const { user, router } = visit('/book-service?step=2')
    expect(await screen.findByText('Pickup and dropoff locations cannot be the same')).toBeVisible()
    await user.click(forward())
    expect(screen.getByRole('combobox', { name: 'Dropoff' })).toHaveFocus()
    expect(router.state.location.href).toBe('/book-service?step=2')
  })

  test('lead on with name, phone and both places, at the quoted fare', async () => {
    keepDraft(aDraft())
    const { user, router } = visit('/book-service?step=2')
    await screen.findByText('Locations confirmed')
    const route = within(await screen.findByRole('region', { name: 'Route' }))
    await waitFor(() => expect(route.getByText('$27–33')).toBeVisible())
    const phone = screen.getByLabelText(/^Phone/)
    for (const written of ['', '12', '212 555 010', 'call me']) {
      await user.clear(phone)
      if (written) await user.paste(written)
      await user.click(forward())
      expect(phone).toHaveAccessibleDescription('Enter a phone number such as (212) 555-0100.')
      expect(phone).toHaveFocus()
    }
    await user.clear(screen.getByLabelText(/^Name/))
    await user.click(forward())
    expect(screen.getByLabelText(/^Name/)).toHaveFocus()
    await user.type(screen.getByLabelText(/^Name/), 'Ann')
    await user.clear(phone)
    await user.paste('(212) 555-0100')
    expect(seen.quoteRequests).toHaveLength(1)
    await user.click(forward())
    await expect.poll(() => router.state.location.href).toBe('/book-service?step=3')
  })

  test('a time that is past keeps the way closed', async () => {
    keepDraft(aDraft({ scheduledTime: '2020-01-01T12:00:00-05:00' }))
    const { user, router } = visit('/book-service?step=2')
    expect(await screen.findByText('Please choose a time in the future.')).toBeVisible()
    await user.click(forward())
    expect(router.state.location.href).toBe('/book-service?step=2')
  })

  test('another time is part of the request', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=2')
    await user.click(await screen.findByRole('radio', { name: 'Schedule' }))
    await waitFor(() => expect(seen.quoteRequests.at(-1)?.scheduled_time).toMatch(/:00:00[+-]/))
    await user.click(screen.getByRole('radio', { name: '1 hour' }))
    const { scheduledTime, scheduledUntil } = storedDraft()
    expect(Date.parse(scheduledUntil ?? '') - Date.parse(scheduledTime ?? '')).toBe(3_600_000)
    await waitFor(() => expect(seen.quoteRequests.at(-1)?.scheduled_until).toBe(scheduledUntil))
  })
})

describe('the quarter of an hour', () => {
  function keepExpired() {
    const draft = aDraft()
    const request = JSON.stringify({
      item_class: 'small',
      pickup: { lat: CHELSEA.lat, lng: CHELSEA.lng, address: CHELSEA.formatted_address },
      dropoff: { lat: PARK_SLOPE.lat, lng: PARK_SLOPE.lng, address: PARK_SLOPE.formatted_address },
      items: [{ weight: 25, fragile: false, dimensions: null }],
      requires_assembly: false,
      helpers: 0,
      urgency: 'standard',
      scheduled_time: null,
      scheduled_until: null,
      alternative: 0,
      max_price_cents: null,
    })
    const quote = aQuote('quo-old', {}, aFareOf(3800, 314))
    keepDraft({
      ...draft,
      priced: { request: request, quote, expiresAt: Date.now() - 1, replacedCents: null },
    })
  }

  test('over, a new price is one press away', async () => {
    keepExpired()
    const { user } = visit('/book-service?step=3')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This price has expired')
    expect(alert).toHaveTextContent('Everything you entered is kept.')
    await user.click(forward())
    expect(within(alert).getByRole('button', { name: 'Get New Price' })).toHaveFocus()
    await user.click(within(alert).getByRole('button', { name: 'Get New Price' }))
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
    await user.click(forward())
    await user.click(await screen.findByRole('button', { name: 'Select Driver: Maria Lopez' }))
    await heading('Payment and confirmation')
    expect(screen.queryByText(/The price is now/)).not.toBeInTheDocument()
  })

  test('over while drivers are chosen from, leaves them and the price in sight', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    keepDraft(aDraft())
    visit('/book-service?step=4')
    const driver = await screen.findByRole('button', { name: 'Select Driver: Maria Lopez' })
    expect(total()).toHaveTextContent('$27–33')
    await act(() => vi.advanceTimersByTimeAsync(16 * 60_000))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Prices hold for 15 minutes. Yours was $27–33.')
    expect(driver).toBeDisabled()
    expect(screen.queryByText('Finding drivers')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
    await act(() => vi.runOnlyPendingTimersAsync())
    expect(total()).toHaveTextContent('$27–33')
  })

  test('running out, is counted down', async () => {
    keepExpired()
    const draft = storedDraft()
    if (draft.priced) draft.priced.expiresAt = Date.now() + 125_000
    keepDraft(draft)
    visit('/book-service?step=3')
    await screen.findByText(/Held for 2:0\d/)
  })
})
