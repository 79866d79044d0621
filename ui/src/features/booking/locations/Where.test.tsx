import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { AddressIn, AddressOut } from '@/api/generated/types.gen'
import { NO_ACCESS } from '@/shared/access/access'
import { aDraft, bookingApi, CHELSEA, keepDraft, storedDraft } from '@/testing/booking'
import { anOrder } from '@/testing/orders'
import { aSuggestion, placesAnswering } from '@/testing/places'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import type { Draft } from '../draft/draft'

const HOME: AddressOut = {
  id: 'adr-1',
  name: 'Home',
  place: { lat: 40.73, lng: -73.99, address: '89 E 10th St, New York, NY 10003' },
  access: { ...NO_ACCESS, unit: '4B', floor: 4, floor_access: 'stairs', gate_code: '#2580' },
  created_at: '2026-01-01T12:00:00Z',
  updated_at: '2026-01-01T12:00:00Z',
}

function saved(items: AddressOut[]) {
  server.use(http.get('*/api/v1/addresses', () => HttpResponse.json({ items, next: null })))
}

beforeEach(() => {
  signedInAs()
  server.use(...bookingApi().handlers)
})

test('the way to a door is one line until it is opened', async () => {
  keepDraft(aDraft())
  const { user } = visit('/book-service?step=2')
  await user.click(
    await screen.findByRole('button', { name: 'Add apartment, floor, gate code for the Dropoff' }),
  )
  await user.click(screen.getByLabelText('Apartment or unit'))
  await user.paste('4B')
  await user.click(screen.getByRole('button', { name: /^Dropoff access/ }))
  expect(screen.queryByLabelText('Apartment or unit')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Dropoff access: Apt 4B' })).toBeVisible()
  expect(storedDraft().dropoffAccess).toMatchObject({ unit: '4B', floor: null })
})

test('a contact at the door whom nobody can call opens the line and takes the focus', async () => {
  keepDraft(aDraft({ dropoffAccess: { ...NO_ACCESS, contact_phone: '12' } }))
  const { user, router } = visit('/book-service?step=2')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  const phone = screen.getByLabelText('Contact’s phone')
  expect(phone).toHaveAccessibleDescription('Enter a phone number such as (212) 555-0100.')
  expect(router.state.location.href).toBe('/book-service?step=2')
  await waitFor(() => expect(phone).toHaveFocus())
  await user.keyboard('{End}5550100')
  expect(phone).toHaveValue('125550100')
  await user.keyboard('99')
  expect(storedDraft().dropoffAccess.contact_phone).toBe('12555010099')
})

test('one tap on a saved address fills the place and the way to its door', async () => {
  saved([HOME])
  keepDraft(aDraft({ pickup: null, pickupAccess: { ...NO_ACCESS, gate_code: 'another door' } }))
  const { user } = visit('/book-service?step=2')
  const chips = await screen.findByRole('list', { name: 'Saved addresses for Pickup' })
  await user.click(within(chips).getByRole('button', { name: 'Home' }))
  expect(screen.getByRole('combobox', { name: 'Pickup' })).toHaveValue(HOME.place.address)
  expect(storedDraft().pickupAccess).toEqual(HOME.access)
  expect(screen.getByRole('group', { name: 'Pickup' })).toHaveFocus()
  expect(screen.getByText('Locations confirmed')).toBeVisible()
  expect(screen.queryByText(/^The pin may be a few doors off/)).not.toBeInTheDocument()
})

test('a number that no map knows is confirmed, and said to be what the driver gets', async () => {
  saved([])
  const pickup = { ...aDraft().pickup, precision: 'approximate' } as Draft['pickup']
  keepDraft(aDraft({ pickup }))
  visit('/book-service?step=2')
  expect(await screen.findByText('Locations confirmed')).toBeVisible()
  expect(
    screen.getByText(/^The pin may be a few doors off\. Your driver gets the address/),
  ).toBeVisible()
})

test('the gate code of one door is not taken to another', async () => {
  saved([HOME])
  keepDraft(aDraft({ pickupAccess: { ...NO_ACCESS, gate_code: '#99' } }))
  const { user } = visit('/book-service?step=2')
  const field = await screen.findByRole('group', { name: 'Pickup' })
  await user.click(within(field).getByRole('button', { name: 'Clear' }))
  await user.click(await within(field).findByRole('button', { name: 'Home' }))
  expect(storedDraft().pickupAccess.gate_code).toBe('#2580')
})

test('the gate code of a place that the home page brought is not taken to another', async () => {
  saved([HOME])
  server.use(...placesAnswering({ suggestions: [aSuggestion('350 5th Street')] }))
  keepDraft(aDraft({ pickup: null }))
  const { user } = visit('/book-service?step=2&from=saved:adr-1')
  const field = await screen.findByRole('group', { name: 'Pickup' })
  const input = within(field).getByRole('combobox')
  await waitFor(() => expect(input).toHaveValue(HOME.place.address))
  expect(storedDraft().pickupAccess).toEqual(HOME.access)
  await user.click(within(field).getByRole('button', { name: 'Clear' }))
  await user.type(input, '350')
  await user.click(await within(field).findByRole('option'))
  await waitFor(() => expect(storedDraft().pickup).not.toBeNull())
  expect(storedDraft().pickupAccess).toEqual(NO_ACCESS)
})

test('a place is saved under a name with the way to its door', async () => {
  const added: AddressIn[] = []
  saved([])
  server.use(
    http.post('*/api/v1/addresses', async ({ request }) => {
      added.push((await request.json()) as AddressIn)
      return HttpResponse.json(HOME, { status: 201 })
    }),
  )
  keepDraft(aDraft({ pickupAccess: { ...NO_ACCESS, unit: '7' } }))
  const { user } = visit('/book-service?step=2')
  await user.click(await screen.findByRole('button', { name: 'Pickup access: Apt 7' }))
  await user.click(screen.getByRole('button', { name: 'Save this address' }))
  expect(screen.getByLabelText('Save as')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Home' }))
  await waitFor(() => expect(added).toHaveLength(1))
  expect(added[0]).toMatchObject({
    name: 'Home',
    place: { lat: CHELSEA.lat, lng: CHELSEA.lng },
    access: { unit: '7' },
  })
  expect(await screen.findByRole('button', { name: 'Save this address' })).toHaveFocus()
})

test('an order that is booked again fills both ends, their doors, whom to meet and what is moved', async () => {
  const order = anOrder({
    item_class: 'large',
    pickup_access: HOME.access,
    contact_name: 'Ann Lee',
    contact_phone: '+1 212 555 0199',
  })
  server.use(http.get('*/api/v1/orders/order-1', () => HttpResponse.json(order)))
  keepDraft(
    aDraft({ scheduledTime: '2031-01-01T12:00:00Z', scheduledUntil: '2031-01-01T14:00:00Z' }),
  )
  const { router } = visit('/book-service?again=order-1')
  expect(await screen.findByRole('combobox', { name: 'Pickup' })).toHaveValue(
    order.pickup_location.address,
  )
  await expect.poll(() => router.state.location.href).toBe('/book-service?step=2')
  expect(storedDraft()).toMatchObject({
    service: 'large',
    pickupAccess: { gate_code: '#2580' },
    dropoffAccess: NO_ACCESS,
    dropoff: { address: order.delivery_location.address },
    contact: { name: 'Ann Lee', phone: '+1 212 555 0199' },
    details: { description: 'Two boxes of books' },
    scheduledTime: null,
    scheduledUntil: null,
  })
})

test('what cannot be booked says why before anything else is asked, and offers what can be', async () => {
  const reason = 'We cannot book moves within NY yet.'
  server.use(
    http.post('*/api/v1/quotes', () => aProblem(409, reason, 'carrier_credential_required')),
    http.get('*/api/v1/authority/trip', () =>
      HttpResponse.json({
        services: [
          { service_type: 'delivery', code: null, refused: null },
          { service_type: 'moving', code: 'carrier_credential_required', refused: reason },
        ],
      }),
    ),
  )
  keepDraft(aDraft({ service: 'large', contact: { name: '', phone: '' } }))
  const { user, router } = visit('/book-service?step=2')
  expect(await screen.findByText('This trip cannot be booked')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByText('Enter a name.')).not.toBeInTheDocument()
  expect(router.state.location.href).toBe('/book-service?step=2')
  server.use(...bookingApi().handlers)
  await user.click(await screen.findByRole('button', { name: 'Book Small Items instead' }))
  await waitFor(() => expect(screen.queryByText('This trip cannot be booked')).toBeNull())
  expect(storedDraft().service).toBe('small')
})
