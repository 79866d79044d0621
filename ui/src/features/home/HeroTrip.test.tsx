import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { QuoteIn } from '@/api/generated/types.gen'
import { clearPersonalData } from '@/auth/personalData'
import { shownPrice } from '@/shared/fare/shownPrice'
import { aLocation, aSuggestion, placesAnswering } from '@/testing/places'
import { visit } from '@/testing/render'
import { aPreview, aProblem, server } from '@/testing/server'

const HERE = aSuggestion('350 5th Avenue')
const THERE = aSuggestion('1 Main Street', 'Brooklyn, NY')

const trip = async () => within(await screen.findByRole('region', { name: 'Start a booking' }))

async function choose(user: UserEvent, label: string, name: RegExp) {
  const hero = await trip()
  fireEvent.change(hero.getByRole('combobox', { name: label }), { target: { value: 'x' } })
  await user.click(await screen.findByRole('option', { name }))
}

function previewing(answer: (size: unknown) => Response) {
  return http.post('*/api/v1/quotes/preview', async ({ request }) => {
    const { item_class } = (await request.json()) as QuoteIn
    return answer(item_class)
  })
}

const large = aPreview({ price_range: { low_cents: 8800, high_cents: 10050 }, arrival_minutes: 25 })

beforeEach(() => {
  clearPersonalData()
  server.use(
    previewing((size) => HttpResponse.json(size === 'large' ? large : aPreview())),
    http.get('*/api/v1/routes', () => HttpResponse.json({ items: [], next: null })),
    http.get(`*/api/v1/places/${encodeURIComponent(THERE.place_id)}`, () =>
      HttpResponse.json(aLocation('1 Main Street', { lat: 40.7033, lng: -73.9903 })),
    ),
    ...placesAnswering({ suggestions: [HERE, THERE] }),
  )
})

describe('the fields on the home page', () => {
  test('start an empty booking while nothing is chosen', async () => {
    visit('/')
    const link = (await trip()).getByRole('link', { name: 'Book a Service' })
    expect(link).toHaveAttribute('href', '/book-service')
  })

  test('carry both places over into the booking', async () => {
    const { user, router } = visit('/')
    await choose(user, 'Pickup', /350 5th Avenue/)
    await choose(user, 'Dropoff', /1 Main Street/)
    const link = (await trip()).getByRole('link', { name: 'Book a Service' })
    await waitFor(() => expect(link.getAttribute('href')).toContain('to='))
    await user.click(link)
    await waitFor(() => expect(router.state.location.pathname).toBe('/book-service'))
    expect(router.state.location.search).toMatchObject({
      from: 'place:350 5th Avenue',
      to: 'place:1 Main Street',
    })
  })

  test('say that a booking needs an account, and are filled for whoever comes back', async () => {
    const { user, router } = visit('/')
    await choose(user, 'Pickup', /350 5th Avenue/)
    await choose(user, 'Dropoff', /1 Main Street/)
    expect(await screen.findByText(/^Booking needs an account\./)).toBeVisible()
    await user.click((await trip()).getByRole('link', { name: 'Book a Service' }))
    expect(
      await screen.findByText(/^Your trip from 350 5th Avenue.* to 1 Main Street.* is kept\.$/),
    ).toBeVisible()
    router.history.back()
    const hero = await trip()
    expect(hero.getByRole('combobox', { name: 'Pickup' })).toHaveValue(
      '350 5th Avenue, New York, NY',
    )
    expect(await hero.findByText(/^Booking needs an account\./)).toBeVisible()
  })

  test('refuse one place for both', async () => {
    const { user, router } = visit('/')
    await choose(user, 'Pickup', /350 5th Avenue/)
    await choose(user, 'Dropoff', /350 5th Avenue/)
    const hero = await trip()
    expect(await hero.findByText('Pickup and dropoff locations cannot be the same')).toBeVisible()
    await user.click(hero.getByRole('link', { name: 'Book a Service' }))
    expect(router.state.location.pathname).toBe('/')
  })

  test('say at once that a place is outside the service area, and price nothing there', async () => {
    const said = 'We serve New York City, Hoboken and Jersey City for now.'
    server.use(
      http.get(`*/api/v1/places/${encodeURIComponent(THERE.place_id)}`, () =>
        HttpResponse.json(aLocation('1 Main Street', { lat: 34.1, lng: -118.2, outside: said })),
      ),
    )
    const { user, router } = visit('/')
    await choose(user, 'Pickup', /350 5th Avenue/)
    await choose(user, 'Dropoff', /1 Main Street/)
    const hero = await trip()
    expect(await hero.findByText(said)).toBeVisible()
    expect(hero.getByRole('combobox', { name: 'Dropoff' })).toBeInvalid()
    expect(screen.queryByRole('region', { name: 'Price of this trip' })).not.toBeInTheDocument()
    await user.click(hero.getByRole('link', { name: 'Book a Service' }))
    expect(router.state.location.pathname).toBe('/')
  })

  test('keep text that stands for no place, and ask to choose one', async () => {
    const { user, router } = visit('/')
    const hero = await trip()
    await user.type(hero.getByRole('combobox', { name: 'Pickup' }), 'somewhere')
    await user.click(hero.getByRole('link', { name: 'Book a Service' }))
    expect(
      await hero.findByText('Please select a location from the dropdown suggestions'),
    ).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
  })
})

describe('the price on the home page', () => {
  async function chooseBoth() {
    const visited = visit('/')
    await choose(visited.user, 'Pickup', /350 5th Avenue/)
    await choose(visited.user, 'Dropoff', /1 Main Street/)
    return visited
  }
  const price = () => screen.findByRole('region', { name: 'Price of this trip' })

  test('is there without an account, as a range for either size', async () => {
    await chooseBoth()
    const shown = within(await price())
    expect(await shown.findByText(/^With tax, without a helper\./)).toBeVisible()
    expect(
      await shown.findByRole('link', { name: /Small Items.*one item of 25 lb.*\$37–42/ }),
    ).toBeVisible()
    expect(
      await shown.findByRole('link', { name: /Large Items.*one item of 150 lb.*\$88–101/ }),
    ).toBeVisible()
    expect(shown.getByRole('status')).toHaveTextContent(
      '5.2 mi, 24 min, nearest driver about 10 min away',
    )
  })

  test('leads into the booking with the size and both places', async () => {
    const { user, router } = await chooseBoth()
    await user.click(await within(await price()).findByRole('link', { name: /Large Items/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/book-service'))
    expect(router.state.location.search).toMatchObject({
      from: 'place:350 5th Avenue',
      to: 'place:1 Main Street',
      service: 'large',
    })
    const pickup = aLocation('350 5th Avenue')
    const dropoff = { lat: 40.7033, lng: -73.9903 }
    expect(shownPrice({ size: 'large', pickup, dropoff })).toEqual(large.price_range)
  })

  test('says so where no driver is free', async () => {
    const nobody = aPreview({ price_range: null, drivers: 0, arrival_minutes: null })
    server.use(previewing(() => HttpResponse.json(nobody)))
    await chooseBoth()
    expect(await screen.findAllByText('No driver is free now')).toHaveLength(2)
    expect(await price()).not.toHaveTextContent('nearest driver')
  })

  test('of a size that cannot be booked there is its reason, and the other stays', async () => {
    const reason = 'We cannot book moves within NY yet.'
    server.use(
      previewing((size) =>
        size === 'large'
          ? aProblem(409, reason, 'carrier_credential_required')
          : HttpResponse.json(aPreview()),
      ),
    )
    await chooseBoth()
    expect(await screen.findByRole('alert')).toHaveTextContent(`Large Items${reason}`)
    expect(screen.queryByRole('link', { name: /^Large Items/ })).not.toBeInTheDocument()
    expect(await screen.findByRole('link', { name: /^Small Items/ })).toHaveTextContent('$37–42')
  })

  test('that cannot be told gives the reason, and is asked for again', async () => {
    server.use(previewing(() => aProblem(409, 'We serve New York City for now.')))
    const { user } = await chooseBoth()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('We serve New York City for now.')
    server.use(previewing(() => HttpResponse.json(aPreview())))
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findAllByText('$37–42')).toHaveLength(2)
  })
})
