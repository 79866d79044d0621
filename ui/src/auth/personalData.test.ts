import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { server } from '@/testing/server'
import { ANN, aSession, aSessionWithFactor, signedInAs } from '@/testing/session'
import { signOutEverywhere } from './ownAccount'
import {
  BOOKING_DRAFT,
  CLAIM_DRAFT_PREFIX,
  CLAIM_PHOTOS_DATABASE,
  mayStoreFor,
  RECENT_SEARCHES,
} from './personalData'
import {
  clearPerson,
  expireSession,
  notifySessionChange,
  onSessionExpired,
  sessionState,
  signOut,
  subscribeToSession,
} from './sessionStore'
import { SESSION_KEY } from './storedSession'

const CLAIM_DRAFT = `${CLAIM_DRAFT_PREFIX}user-ann ord_1`

const left = () => [
  sessionStorage.getItem(BOOKING_DRAFT),
  sessionStorage.getItem('haulage-thread ord_1'),
  sessionStorage.getItem(CLAIM_DRAFT),
  localStorage.getItem(RECENT_SEARCHES),
]

let stop: () => void

beforeEach(() => {
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })))
  signedInAs()
  stop = subscribeToSession(() => {})
  sessionStorage.setItem(BOOKING_DRAFT, '{"owner":"user-ann"}')
  sessionStorage.setItem('haulage-thread ord_1', 'A word')
  sessionStorage.setItem(CLAIM_DRAFT, '{"account":"A leg is broken."}')
  localStorage.setItem(RECENT_SEARCHES, '[]')
  return () => stop()
})

test.each([
  ['logging out', () => signOut()],
  ['logging out everywhere', () => signOutEverywhere()],
  ['an erased account', () => clearPerson()],
])('%s leaves neither a booking, a report nor addresses in the browser', async (_way, leave) => {
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  await leave()
  expect(left()).toEqual([null, null, null, null])
  expect(Object.keys(localStorage)).toEqual([])
  expect(deleteDatabase).toHaveBeenCalledWith(CLAIM_PHOTOS_DATABASE)
})

test('logging out of an overdue session, which is renewed to be ended, leaves nobody’s name', async () => {
  const overdue = { ...aSession(), expires_at: 1 }
  localStorage.setItem(SESSION_KEY, JSON.stringify(overdue))
  const renewed = aSession({}, 'token-2')
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(renewed)))
  await signOut()
  expect(Object.keys(localStorage)).toEqual([])
})

test('what is answered after logging out is kept for nobody', async () => {
  expect(mayStoreFor(ANN.id)).toBe(true)
  await signOut()
  expect(mayStoreFor(ANN.id)).toBe(false)
})

test('what is refused after logging out is no session that has ended', async () => {
  const reasons: string[] = []
  const unsubscribe = onSessionExpired((reason) => reasons.push(reason))
  await signOut()
  expireSession()
  expect(reasons).toEqual([])
  unsubscribe()
})

test('a tab that slept while somebody left clears what it has when it is shown again', async () => {
  // In the other tab; this one hears of nothing.
  localStorage.clear()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(left().slice(0, 3)).toEqual([null, null, null])
  expect(sessionState().status).toBe('signed-out')
})

test('a tab that is opened again after somebody left clears what the browser brings back', () => {
  stop()
  localStorage.clear()
  stop = subscribeToSession(() => {})
  expect(left().slice(0, 3)).toEqual([null, null, null])
})

test('a session that the server ended leaves them to the same person', () => {
  expireSession()
  expect(left()).not.toContain(null)
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSession({}, 'token-2')))
  notifySessionChange()
  expect(left()).not.toContain(null)
})

test('a session that the server ended leaves nothing to another person', () => {
  expireSession()
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSession({ id: 'user-bea' })))
  notifySessionChange()
  expect(left()).toEqual([null, null, null, null])
})

test('another tab clears what it has when somebody left elsewhere', () => {
  const event = { key: 'haulage.person', oldValue: 'user-ann', newValue: null }
  window.dispatchEvent(new StorageEvent('storage', event))
  expect(left().slice(0, 3)).toEqual([null, null, null])
})

test('a session that ends while its second factor is awaited is dropped', () => {
  stop()
  localStorage.clear()
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSessionWithFactor('aal1')))
  stop = subscribeToSession(() => {})
  expect(sessionState().status).toBe('second-factor')
  expireSession()
  expect(sessionState().status).toBe('signed-out')
})
