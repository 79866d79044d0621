import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { ANN, aSession, authRefusal, signedInAs } from '@/testing/session'
import { sessionState } from './sessionStore'
import { watchSession } from './sessionWatch'

let now = Date.now()

beforeEach(() => {
  now += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  watchSession()
})

afterEach(() => {
  vi.useRealTimers()
})

function answerUser(reply: () => Response) {
  let requests = 0
  server.use(
    http.get('*/auth/v1/user', () => {
      requests += 1
      return reply()
    }),
  )
  return () => requests
}

const isOver = () => authRefusal(403, 'session_not_found', 'Session does not exist')

function typeSomething() {
  const field = document.createElement('textarea')
  document.body.append(field)
  fireEvent.input(field, { target: { value: 'half a sentence' } })
  field.remove()
}

test('coming back to a page asks once whether its session still stands', async () => {
  signedInAs()
  const requests = answerUser(() => HttpResponse.json(aSession().user))
  fireEvent.focus(window)
  fireEvent(document, new Event('visibilitychange'))
  await expect.poll(requests).toBe(1)
  vi.setSystemTime(now + 6_000)
  fireEvent.focus(window)
  await expect.poll(requests).toBe(2)
  expect(sessionState()).toEqual({ status: 'signed-in', user: ANN })
})

test('nobody asks for those who are not signed in, and an outage decides nothing', async () => {
  const requests = answerUser(() => new HttpResponse(null, { status: 503 }))
  fireEvent.focus(window)
  expect(requests()).toBe(0)
  signedInAs()
  vi.setSystemTime(now + 6_000)
  fireEvent.focus(window)
  await expect.poll(requests).toBe(1)
  expect(sessionState().status).toBe('signed-in')
})

test('a session that was ended elsewhere leads to the sign-in as soon as somebody comes back', async () => {
  signedInAs()
  answerUser(isOver)
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  fireEvent.focus(window)
  await screen.findByText('Your session has ended. Please sign in again.')
  expect(router.state.location.href).toBe('/login?next=%2Fterms')
})

test('where something was typed, the sign-in is asked for on the page, which stays', async () => {
  signedInAs()
  answerUser(isOver)
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(aSession({}, 'anew'))))
  const { router, user } = visit('/terms')
  const heading = await screen.findByRole('heading', { level: 1 })
  typeSomething()
  fireEvent.focus(window)
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(router.state.location.pathname).toBe('/terms')
  expect(heading).toBeInTheDocument()
  expect(sessionState()).toEqual({ status: 'signed-in', user: ANN, ended: 'password' })
  await user.type(within(dialog).getByLabelText('Email'), ANN.email)
  await user.type(within(dialog).getByLabelText('Password'), 'secret')
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sessionState()).toEqual({ status: 'signed-in', user: ANN })
  expect(heading).toBeInTheDocument()
})

test('whoever puts the sign-in off is reminded of it, and a stranger on the next page', async () => {
  signedInAs()
  answerUser(isOver)
  const { router, user } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  typeSomething()
  fireEvent.focus(window)
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await screen.findByText('Your session has ended.')
  await router.navigate({ to: '/privacy' })
  await expect.poll(() => sessionState().status).toBe('signed-out')
  expect(screen.queryByText('Your session has ended.')).toBeNull()
})
