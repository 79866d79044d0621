import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDraft,
  aFareOf,
  anOffer,
  anUnpaidOrder,
  aQuote,
  bookingApi,
  CHELSEA,
  keepDraft,
  PARK_SLOPE,
  SCORING,
  SECOND,
  storedDraft,
} from '@/testing/booking'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { ANN, signedInAs } from '@/testing/session'
import { EMPTY_DRAFT } from './draft/draft'

let seen: ReturnType<typeof bookingApi>['seen']

function open(offers = [anOffer(), SECOND]) {
  const backend = bookingApi(offers)
  seen = backend.seen
  server.use(...backend.handlers)
}

beforeEach(() => {
  signedInAs()
  open()
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

describe('details and price', () => {
  test('the usual weight is quoted, and the price is a range until a driver is chosen', async () => {
    keepDraft(aDraft())
    visit('/book-service?step=3')
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
    expect(seen.quoteRequests[0]).toMatchObject({
      item_class: 'small',
      items: [{ weight: 25, fragile: false }],
      urgency: 'standard',
      scheduled_time: null,
    })
    expect(screen.getByText('You choose the driver')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Price details' })).not.toBeInTheDocument()
  })

  test('where the price list is what is paid, every line is one tap away', async () => {
    open([anOffer({ fare: aFareOf(4000, 330) })])
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=3')
    await waitFor(() => expect(total()).toHaveTextContent('$43.30'))
    await user.click(screen.getByRole('button', { name: 'Price details' }))
    const lines = within(screen.getByRole('region', { name: 'Price details' }))
    expect(lines.getByText('Subtotal').closest('div')).toHaveTextContent('$40.00')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Price details' })).not.toBeInTheDocument()
  })

  test('while nobody is free, there is no price to show', async () => {
    open([])
    keepDraft(aDraft())
    visit('/book-service?step=3')
    await waitFor(() => expect(total()).toHaveTextContent('No driver is free'))
    expect(total()).not.toHaveTextContent('$')
  })

  test('Continue needs a description, which changes no price', async () => {
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
    await user.click(forward())
    const description = screen.getByLabelText(/Item description/)
    expect(description).toHaveFocus()
    expect(description).toHaveAccessibleDescription(/Tell us what you’re moving\./)
    await user.type(description, 'A chair')
    await user.click(forward())
    await heading('Choose a driver')
    expect(seen.quoteRequests).toHaveLength(1)
  })

  test('what changes the price asks for a new one', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=3')
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
    await user.click(screen.getByRole('checkbox', { name: /Fragile/ }))
    await user.click(screen.getByRole('checkbox', { name: /Requires assembly/ }))
    await user.click(screen.getByRole('radio', { name: 'Urgent' }))
    await user.type(screen.getByLabelText(/price limit/), '30')
    await waitFor(() =>
      expect(seen.quoteRequests.at(-1)).toMatchObject({
        items: [{ weight: 25, fragile: true }],
        requires_assembly: true,
        urgency: 'urgent',
        max_price_cents: 3000,
      }),
    )
  })

  test('usual things are tapped, counted and marked, and the list is what is priced', async () => {
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    await user.click(await screen.findByRole('radio', { name: 'Boxes' }))
    await user.click(screen.getByRole('button', { name: /^Add Medium moving box/ }))
    await user.click(screen.getByRole('button', { name: 'One Medium moving box more' }))
    await user.click(screen.getByRole('checkbox', { name: 'Fragile: Medium moving box' }))
    expect(screen.getByRole('status', { name: 'Number of Medium moving box' })).toHaveTextContent(
      '2',
    )
    await waitFor(() =>
      expect(seen.quoteRequests.at(-1)?.items).toMatchObject([
        { preset: 'moving-box-medium', quantity: 2, weight: 40, fragile: true },
      ]),
    )
    await user.type(screen.getByLabelText('Notes for the driver (optional)'), 'By the door')
    await user.click(forward())
    await heading('Choose a driver')
    expect(storedDraft().details).toMatchObject({ description: 'By the door' })
  })

  test('a list says which vehicle it fits, and is booked as its size with one press', async () => {
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    const search = await screen.findByLabelText('Add items')
    await user.type(search, 'couch')
    await user.click(await screen.findByRole('button', { name: /^Add Sofa\b/ }))
    expect(search).toHaveValue('')
    const list = await screen.findByRole('status', { name: 'Your list' })
    expect(list).toHaveTextContent('Two people are needed for the sofa.')
    await user.click(screen.getByRole('button', { name: 'Add an extra helper' }))
    await waitFor(() => expect(seen.quoteRequests.at(-1)?.helpers).toBe(1))
    expect(screen.queryByRole('button', { name: 'Add an extra helper' })).not.toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: /^Extra helper/ })).toBeChecked()
    await user.click(await screen.findByRole('button', { name: 'Switch to Large Items' }))
    await waitFor(() => expect(seen.quoteRequests.at(-1)?.item_class).toBe('large'))
    await user.click(screen.getByRole('button', { name: 'Remove Sofa' }))
    expect(screen.getByText('Tap what you’re moving, or describe it in words.')).toBeVisible()
  })

  test('offline, the totals of an earlier list are not shown as those of this one', async () => {
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    await user.click(await screen.findByRole('radio', { name: 'Boxes' }))
    await user.click(screen.getByRole('button', { name: /^Add Medium moving box/ }))
    expect(await screen.findByRole('status', { name: 'Your list' })).toHaveTextContent('1 piece')
    act(() => onlineManager.setOnline(false))
    await user.click(screen.getByRole('button', { name: 'One Medium moving box more' }))
    await screen.findByText('You are offline. Your list is kept.')
    expect(screen.queryByRole('status', { name: 'Your list' })).not.toBeInTheDocument()
    act(() => onlineManager.setOnline(true))
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Your list' })).toHaveTextContent('2 pieces'),
    )
  })

  test('a full list says so and takes only more of what is in it', async () => {
    const line = (description: string, preset: string | null = null) => ({
      preset,
      description,
      quantity: 1,
      pounds: 10,
      dimensions: { length: null, width: null, height: null },
      fragile: false,
      assembly: false,
    })
    const own = Array.from({ length: 99 }, (_, place) => line(`Thing ${place}`))
    const items = [line('Parcel', 'parcel'), ...own]
    keepDraft(aDraft({ details: { ...EMPTY_DRAFT.details, items } }))
    const { user } = visit('/book-service?step=3')
    await screen.findByText(/^A list has up to 100 lines\./)
    await user.type(screen.getByLabelText('Add items'), 'sofa{Enter}')
    expect(await screen.findByRole('button', { name: /^Add Sofa\b/ })).toBeDisabled()
    expect(screen.getByRole('button', { name: /as your own item/ })).toBeDisabled()
    await user.clear(screen.getByLabelText('Add items'))
    await user.click(screen.getByRole('button', { name: /^Add Parcel\b/ }))
    expect(storedDraft().details.items).toHaveLength(100)
    expect(storedDraft().details.items[0]).toMatchObject({ preset: 'parcel', quantity: 2 })
  })

  test('what is not in the list is added in the customer’s words, also while the list is away', async () => {
    server.use(http.get('*/api/v1/items/presets', () => aProblem(409, 'The list is closed.')))
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    expect(await screen.findByRole('alert')).toHaveTextContent('The list is closed.')
    await user.type(screen.getByLabelText('Add items'), 'Drum kit{Enter}')
    await user.click(screen.getByRole('button', { name: 'Weight and size of Drum kit' }))
    await user.type(screen.getByLabelText('Weight (lb)'), '80')
    await waitFor(() =>
      expect(seen.quoteRequests.at(-1)?.items).toMatchObject([
        { preset: null, description: 'Drum kit', weight: 80, dimensions: null },
      ]),
    )
  })

  test('booking again brings the list, the size and the helper of the order', async () => {
    const item = {
      preset: 'sofa',
      description: 'Sofa',
      quantity: 2,
      weight: 170,
      dimensions: null,
      fragile: true,
      assembly: false,
      two_people: true,
    }
    server.use(
      http.get('*/api/v1/orders/ord-9', () =>
        HttpResponse.json(
          anUnpaidOrder({ id: 'ord-9', item_class: 'large', helpers: 1, items: [item] }),
        ),
      ),
    )
    const { router } = visit('/book-service?again=ord-9')
    await expect.poll(() => router.state.location.href).toBe('/book-service?step=2')
    expect(storedDraft()).toMatchObject({
      service: 'large',
      details: {
        helpers: 1,
        items: [{ preset: 'sofa', quantity: 2, pounds: 170, fragile: true }],
      },
    })
  })

  test('the sliders are a what-if: the booking quote stays', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=3')
    const calculator = within(await screen.findByRole('region', { name: 'Pricing calculator' }))
    await user.click(calculator.getByRole('button', { name: 'What if?' }))
    const slider = await screen.findByRole('slider', { name: 'Time' })
    slider.focus()
    await user.keyboard('{ArrowRight}')
    await calculator.findByText(/(more|less) than your trip by the price list/)
    expect(total()).toHaveTextContent('$27–33')
    expect(seen.quoteRequests).toHaveLength(1)
    await user.click(calculator.getByRole('button', { name: 'Back to my trip' }))
    expect(slider).toHaveAttribute('aria-valuetext', '20 min')
  })

  test('without a route there is no price and no way on', async () => {
    server.use(
      http.post('*/api/v1/quotes', () =>
        HttpResponse.json(
          {
            type: 'urn:haulage:problem:unavailable',
            title: 'Service Unavailable',
            status: 503,
            detail: 'Route Calculation Error',
            code: 'unavailable',
            message: 'Route Calculation Error',
            request_id: 'r',
          },
          { status: 503 },
        ),
      ),
    )
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=3')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Route Calculation Error')
    await user.click(forward())
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toHaveFocus()
    expect(total()).not.toHaveTextContent('$')
    server.resetHandlers()
    open()
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
    await user.click(forward())
    await heading('Choose a driver')
  })

  test('offline, no price of another request is shown, and it comes by itself', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=3')
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
    onlineManager.setOnline(false)
    await user.click(screen.getByRole('checkbox', { name: /Fragile/ }))
    await screen.findByText('You are offline.')
    expect(total()).not.toHaveTextContent('$')
    onlineManager.setOnline(true)
    await waitFor(() => expect(total()).toHaveTextContent('$27–33'))
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

  test('running out, is counted down', async () => {
    keepExpired()
    const draft = storedDraft()
    if (draft.priced) draft.priced.expiresAt = Date.now() + 125_000
    keepDraft(draft)
    visit('/book-service?step=3')
    await screen.findByText(/Held for 2:0\d/)
  })
})

describe('the drivers', () => {
  test('are shown best first, and choosing one leads to their price', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await screen.findByText('Available Drivers (2)')
    expect(screen.getByText('Sorted by best match')).toBeVisible()
    const [best, second] = screen.getAllByRole('article')
    expect(within(best as HTMLElement).getByText('Best Match')).toBeVisible()
    expect(within(second as HTMLElement).queryByText('Best Match')).not.toBeInTheDocument()
    expect(second).toHaveTextContent('Not rated yet')
    expect(best).toHaveTextContent('Arrives in 12 min')
    expect(
      within(best as HTMLElement).getByRole('img', { name: 'Score 94.2 of 100, Excellent match' }),
    ).toBeVisible()
    await user.click(forward())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Choose a driver to continue.')
    expect(alert).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Select Driver: Maria Lopez' }))
    expect(await heading('Payment and confirmation')).toHaveFocus()
    expect(total()).toHaveTextContent('$27.06')
  })

  test('are sorted by what somebody looks for, and the best match stays it', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await screen.findByText('Available Drivers (2)')
    await user.click(screen.getByRole('radio', { name: 'Price' }))
    expect(screen.getByText('Sorted by price')).toBeVisible()
    const totals = screen
      .getAllByRole('article')
      .map((card) => /\$([\d.]+)/.exec(card.textContent)?.[1])
    expect(totals).toEqual([...totals].sort((a, b) => Number(a) - Number(b)))
    expect(screen.getAllByText('Best Match')).toHaveLength(1)
  })

  test('explain their score by six factors and their weights', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await user.click(await screen.findByRole('button', { name: 'View Analysis: Maria Lopez' }))
    const panel = within(screen.getByRole('region', { name: 'Matching Algorithm Analysis' }))
    expect(panel.getByText('Algorithm v3.0')).toBeVisible()
    expect(panel.getAllByRole('meter').map((meter) => meter.getAttribute('aria-label'))).toEqual([
      'Distance, weight 30%',
      'Vehicle match, weight 20%',
      'Capacity, weight 15%',
      'Availability, weight 10%',
      'Rating, weight 15%',
      'Price, weight 10%',
    ])
    await user.click(panel.getByRole('button', { name: 'Show Details' }))
    expect(panel.getByText(/Brings 4.8 of 10 points/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Hide Details' }))
    expect(panel.queryByText(/points add up/)).not.toBeInTheDocument()
  })

  test('none free is a screen of its own', async () => {
    open([])
    keepDraft(aDraft())
    visit('/book-service?step=4')
    await screen.findByRole('heading', { name: 'No Available Drivers' })
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible()
  })

  test('a list that the price limit emptied says so', async () => {
    server.use(
      http.post('*/api/v1/quotes/:id/matches', () =>
        HttpResponse.json({
          items: [],
          next: null,
          emptied_by_price_limit: true,
          scoring: SCORING,
        }),
      ),
    )
    keepDraft(aDraft())
    visit('/book-service?step=4')
    await screen.findByRole('heading', { name: 'No Available Drivers' })
    expect(screen.getByText(/price limit of \$48.00 before tax/)).toBeVisible()
  })

  test('failing can be tried again', async () => {
    server.use(http.post('*/api/v1/quotes/:id/matches', () => aProblem(409, 'Not now.')))
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Not now.')
    server.resetHandlers()
    open()
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Available Drivers (2)')
  })
})
