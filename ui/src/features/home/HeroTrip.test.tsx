import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { aLocation, aSuggestion, placesAnswering } from '@/testing/places'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const HERE = aSuggestion('350 5th Avenue')
const THERE = aSuggestion('1 Main Street', 'Brooklyn, NY')

const trip = async () => within(await screen.findByRole('region', { name: 'Start a booking' }))

async function choose(user: UserEvent, label: string, name: RegExp) {
  const hero = await trip()
  fireEvent.change(hero.getByRole('combobox', { name: label }), { target: { value: 'x' } })
  await user.click(await screen.findByRole('option', { name }))
}

beforeEach(() => {
  server.use(
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

  test('refuse one place for both', async () => {
    const { user, router } = visit('/')
    await choose(user, 'Pickup', /350 5th Avenue/)
    await choose(user, 'Dropoff', /350 5th Avenue/)
    const hero = await trip()
    expect(await hero.findByText('Pickup and dropoff locations cannot be the same')).toBeVisible()
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
