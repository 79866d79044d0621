import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDraft,
  aFareOf,
  anOffer,
  anUnpaidOrder,
  type bookingApi,
  keepDraft,
  openBooking,
  SECOND,
  storedDraft,
} from '@/testing/booking'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { EMPTY_DRAFT } from '../draft/draft'

let seen: ReturnType<typeof bookingApi>['seen']

function open(offers = [anOffer(), SECOND]) {
  seen = openBooking(offers)
}

beforeEach(() => {
  signedInAs()
  open()
})

const forward = () => screen.getByRole('button', { name: 'Continue' })
const total = () => screen.getByRole('status', { name: 'Total' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

const HELPER_ADDS = /^Two people carry\. Adds \$\d+\.\d\d before tax\.$/

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

  test('nobody hurries to another day, and an urgency of before costs nothing there', async () => {
    const scheduledTime = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString()
    keepDraft(aDraft({ scheduledTime }))
    const { user } = visit('/book-service?step=3')
    await user.click(await screen.findByRole('checkbox', { name: /Fragile/ }))
    await waitFor(() => expect(seen.quoteRequests.at(-1)).toMatchObject({ urgency: 'standard' }))
    expect(screen.queryByRole('radio', { name: 'Urgent' })).not.toBeInTheDocument()
  })

  test('usual things are tapped, counted and marked, and the list is what is priced', async () => {
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    await user.click(await screen.findByRole('radio', { name: 'Boxes' }))
    await user.click(screen.getByRole('button', { name: /^Add Medium moving box/ }))
    await user.click(screen.getByRole('button', { name: 'Put one more: Medium moving box' }))
    await user.click(screen.getByRole('button', { name: 'Put one more: Medium moving box' }))
    await user.click(screen.getByRole('button', { name: 'Take one off: Medium moving box' }))
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
    const list = await screen.findByRole('status', { name: 'Your list' })
    expect(list).toHaveTextContent('Two people are needed for the sofa.')
    const items = within(screen.getByRole('region', { name: 'Your items' }))
    expect(items.getByText(/^Your driver comes alone\./)).toBeVisible()
    expect(await items.findByText(HELPER_ADDS)).toBeVisible()
    expect(screen.getAllByText(/helper/i)).toHaveLength(2)
    await user.click(items.getByRole('checkbox', { name: /^Extra helper/ }))
    await waitFor(() => expect(seen.quoteRequests.at(-1)?.helpers).toBe(1))
    expect(screen.queryByText(/^Your driver comes alone\./)).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Switch to Large Items' }))
    await waitFor(() => expect(seen.quoteRequests.at(-1)?.item_class).toBe('large'))
    await user.click(screen.getByRole('button', { name: 'Remove Sofa' }))
    expect(screen.getByText('Tap what you’re moving, or describe it in words.')).toBeVisible()
  })

  test('a found thing is counted on its tile, and the search stays', async () => {
    keepDraft(aDraft({ details: EMPTY_DRAFT.details }))
    const { user } = visit('/book-service?step=3')
    const search = await screen.findByLabelText('Add items')
    await user.type(search, 'medium moving')
    await user.click(await screen.findByRole('button', { name: /^Add Medium moving box/ }))
    await user.click(screen.getByRole('button', { name: 'Put one more: Medium moving box' }))
    expect(search).toHaveValue('medium moving')
    expect(within(screen.getByRole('list', { name: 'Items found' })).getByText('2')).toBeVisible()
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
