import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { NextOrderFactsOut } from '@/api/generated/types.gen'
import { expireSession, sessionState } from '@/auth/sessionStore'
import { aMessage, messageApi } from '@/testing/messages'
import { anOrder } from '@/testing/orders'
import { LISTED_PERSON } from '@/testing/people'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

/** What stands in the menus of the header, which are closed: only a browser opens them. */
const IN_MENU = { hidden: true }

const header = async () => within(await screen.findByRole('banner'))

test.each([
  ['customer', '/dashboard'],
  ['driver', '/driver-dashboard'],
  ['admin', '/admin'],
] as const)('the name of a %s leads to %s', async (userType, address) => {
  signedInAs({ userType })
  visit('/terms')
  const links = (await header()).getAllByRole('link', { name: 'Ann Example', ...IN_MENU })
  expect(links[0]).toHaveAttribute('href', address)
  expect((await header()).queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
})

test('only drivers wear the badge', async () => {
  signedInAs({ userType: 'driver' })
  visit('/terms')
  expect((await header()).getAllByText('Driver')[0]).toBeVisible()
})

test('the header counts what waits to be read, and leads to it', async () => {
  signedInAs()
  const backend = messageApi({ messages: [aMessage()] })
  const { user } = visit('/terms')
  const [shortcut] = await (await header()).findAllByRole('button', { name: 'Messages (1 new)' })
  await user.click(shortcut as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /^Order #10001/ }))
  expect(await screen.findByText('I am at the door.')).toBeVisible()
  await waitFor(() => expect(backend.read).toBe(1))
  await user.click(screen.getByRole('button', { name: 'All Messages' }))
  expect(await screen.findByText('Nothing new')).toBeVisible()
})

test.each([
  ['customer', ['Book Now', 'Track', 'Orders']],
  ['driver', ['Book Now', 'Track', 'Your Bookings', 'Drive']],
  ['admin', ['Book Now', 'Track', 'Admin']],
] as const)('the header of a %s leads to what is theirs', async (userType, labels) => {
  signedInAs({ userType })
  visit('/terms')
  const [main] = (await header()).getAllByRole('navigation', { name: 'Main' })
  const links = within(main as HTMLElement).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(labels)
})

const UNDER_WAY: NextOrderFactsOut = {
  id: 'o-1',
  number: 10001,
  status: 'in_progress',
  is_accepted: true,
  is_en_route: true,
  is_at_pickup: false,
  is_picked_up: false,
  has_failed: false,
  scheduled_time: null,
  scheduled_until: null,
  arrival_at: '2026-11-20T15:03:30Z',
}

function next(open: number, order: NextOrderFactsOut | null) {
  server.use(
    http.get('*/api/v1/orders/booked/next', () =>
      HttpResponse.json({ as_of: '2026-11-20T15:00:00Z', open, order }),
    ),
  )
}

const trackLink = async () =>
  (await (await header()).findAllByRole('link', { name: 'Track' }))[0] as HTMLElement

test('an open order says on every page what it does, and Track leads to it', async () => {
  signedInAs()
  next(1, UNDER_WAY)
  visit('/terms')
  const chip = await (await header()).findByRole('link', {
    name: 'Order #10001: Arriving in 4 min',
  })
  expect(chip).toHaveAttribute('href', '/track/o-1')
  expect(await trackLink()).toHaveAttribute('href', '/track/o-1')
})

test('several open orders are listed', async () => {
  signedInAs()
  next(2, UNDER_WAY)
  visit('/terms')
  await (await header()).findByRole('link', { name: /^Order #10001/ })
  expect(await trackLink()).toHaveAttribute('href', '/dashboard')
})

test('with nothing open the header is quiet, and Track leads to the latest order', async () => {
  signedInAs()
  next(0, { ...UNDER_WAY, status: 'completed', arrival_at: null })
  visit('/terms')
  await waitFor(async () => expect(await trackLink()).toHaveAttribute('href', '/track/o-1'))
  expect((await header()).queryByRole('link', { name: /^Order #/ })).not.toBeInTheDocument()
})

test('whoever has no order yet is led to the list of them', async () => {
  signedInAs()
  visit('/terms')
  expect(await trackLink()).toHaveAttribute('href', '/dashboard')
})

test('the account is one step away', async () => {
  signedInAs({ userType: 'admin' })
  visit('/terms')
  const links = (await header()).getAllByRole('link', { name: 'Your account', ...IN_MENU })
  expect(links[0]).toHaveAttribute('href', '/account')
})

test('Logout ends the session, leaves no draft behind and returns home', async () => {
  signedInAs()
  sessionStorage.setItem('haulage-thread user-ann order-1', '{"draft":"Half a sent"}')
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })))
  const { router, user } = visit('/terms')
  await user.click(
    (await header()).getAllByRole('button', { name: 'Logout', ...IN_MENU })[0] as HTMLElement,
  )
  await expect.poll(() => router.state.location.pathname).toBe('/')
  await expect.poll(() => sessionState().status).toBe('signed-out')
  expect(sessionStorage).toHaveLength(0)
  expect((await header()).getAllByRole('link', { name: 'Login' })[0]).toBeVisible()
})

test('a session that has ended leads to the sign-in, and back from there', async () => {
  signedInAs()
  const { router } = visit('/terms?from=mail')
  await screen.findByRole('heading', { level: 1 })
  expireSession()
  await screen.findByText('Your session has ended. Please sign in again.')
  expect(router.state.location.href).toBe('/login?next=%2Fterms%3Ffrom%3Dmail')
})

test('the search opens by keyboard, finds a page and leads there', async () => {
  const { router, user } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('textbox', { name: 'Search pages and actions' })
  expect(screen.queryByText('My Dashboard')).not.toBeInTheDocument()
  await user.type(field, 'sign up')
  await user.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/register')
})

test('what is typed before the search has come is in its field, and nowhere else', async () => {
  const { user } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  const heard = vi.fn()
  document.body.addEventListener('keydown', heard)
  fireEvent.keyDown(document.documentElement, { key: 'k', ctrlKey: true })
  for (const key of ['s', 'i', 'x', 'Backspace', 'g']) fireEvent.keyDown(document.body, { key })
  expect(heard).not.toHaveBeenCalled()
  document.body.removeEventListener('keydown', heard)
  const field = await screen.findByRole('textbox', { name: 'Search pages and actions' })
  await waitFor(() => expect(field).toHaveValue('sig'))
  await user.keyboard('n')
  expect(field).toHaveValue('sign')
})

test('whoever is signed in can sign out from the search', async () => {
  signedInAs()
  const { user } = visit('/terms')
  await user.click(await screen.findByRole('button', { name: 'Search pages and actions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }))
  expect(dialog.getByText('Logout')).toBeInTheDocument()
  expect(dialog.getByText('My Dashboard')).toBeInTheDocument()
  expect(dialog.queryByText('Login')).not.toBeInTheDocument()
})

test('an administrator finds people by name, and is led to their page', async () => {
  signedInAs({ userType: 'admin' })
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/v1/people', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('search'))
      return HttpResponse.json({ items: [LISTED_PERSON], next: null })
    }),
  )
  const { router, user } = visit('/terms')
  await user.click(await screen.findByRole('button', { name: 'Search pages and actions' }))
  const field = await screen.findByRole('textbox', { name: 'Search pages and actions' })
  await user.type(field, '5550')
  await user.click(await screen.findByText('eve@example.com, customer'))
  await expect.poll(() => router.state.location.href).toBe('/admin?tab=people&person=usr_eve')
  expect(asked).toEqual(['5550'])
})

test('the number of an order finds it, and an administrator is led to its history', async () => {
  signedInAs({ userType: 'admin' })
  const numbers: (string | null)[] = []
  server.use(
    http.get('*/api/v1/people', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/v1/orders', ({ request }) => {
      const number = new URL(request.url).searchParams.get('number')
      numbers.push(number)
      const items = number === '10055' ? [anOrder({ id: 'o-55', number: 10_055 })] : []
      return HttpResponse.json({ items, next: null })
    }),
  )
  const { router, user } = visit('/terms')
  await user.click(await screen.findByRole('button', { name: 'Search pages and actions' }))
  const field = await screen.findByRole('textbox', { name: 'Search pages and actions' })
  await user.type(field, '10056')
  await screen.findByText('You have no order with this number')
  await user.clear(field)
  await user.type(field, '#10055')
  await user.click(await screen.findByText(/^1515 Broadway.* to 200 Bedford/))
  await expect.poll(() => router.state.location.href).toBe('/admin?tab=orders&order=o-55')
  expect(numbers).toEqual(['10056', '10055'])
})
