import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionsIn } from '@/api/generated/types.gen'
import { SESSION_KEY } from '@/auth/storedSession'
import '@/auth/apiClient'
import { notifySessionChange } from '@/auth/sessionStore'
import { anEmptyDevice } from '@/testing/deviceStorage'
import { aProblem, server } from '@/testing/server'
import { aSession, authRefusal, signedInAs } from '@/testing/session'
import { closeDatabase } from './database'
import { Outbox } from './outbox'

const ORDER = { order_id: 'order-1', order_number: 10001 }
const OTHER = { order_id: 'order-2', order_number: 10002 }
const HOUR_MS = 3_600_000
/** The server's clock is known by its `Date`, in whole seconds. */
const SECOND_MS = 1_000
const opened: Outbox[] = []

beforeEach(() => {
  anEmptyDevice()
  localStorage.clear()
  signedInAs({ userType: 'driver' })
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.close()
})

async function anOutbox() {
  const outbox = new Outbox('drv-1')
  opened.push(outbox)
  await outbox.ready
  return outbox
}

type Received = ActionsIn['actions']

/** Takes over what it is told, by its own clock; what comes from its future it refuses. */
function aServer(clock = () => Date.now(), refuse = (_: Received[number]): string | null => null) {
  const received: Received[] = []
  server.use(
    http.post('*/api/v1/deliveries/actions', async ({ request }) => {
      const { actions } = (await request.json()) as ActionsIn
      received.push(actions)
      const items = actions.map((action) => {
        const isAhead = Date.parse(action.at) > clock() + 60_000
        const message = isAhead ? 'at: must not be in the future' : refuse(action)
        return { client_id: action.client_id, outcome: message ? 'refused' : 'applied', message }
      })
      const date = new Date(clock()).toUTCString()
      return HttpResponse.json({ items, deliveries: [] }, { headers: { date } })
    }),
  )
  return received
}

const isEmpty = (outbox: Outbox) => waitFor(() => expect(outbox.snapshot().waiting).toEqual([]))
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const online = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
}

test('each action names the one before it of the same order, and a failure says why', async () => {
  const received = aServer()
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'start')
  await outbox.add(OTHER, 'set_out')
  await outbox.add(ORDER, 'confirm_pickup')
  await outbox.add(ORDER, 'fail', { reason: 'refused', note: 'Too late' })
  await outbox.add(ORDER, 'confirm_return')
  await isEmpty(outbox)
  const all = received.flat()
  const id = (place: number) => all[place]?.client_id
  expect(all.map(({ after }) => after)).toEqual([undefined, undefined, id(0), id(2), id(3)])
  expect(all[3]).toMatchObject({ action: 'fail', reason: 'refused', note: 'Too late' })
})

test('where the driver was is told before that it failed, and only then', async () => {
  const order: string[] = []
  const received = aServer(undefined, ({ action }) => {
    order.push(action)
    return null
  })
  const outbox = await anOutbox()
  outbox.positionsFirst = async () => {
    // Positions wait for steps elsewhere; here they must not wait for each other.
    await outbox.tried()
    order.push('positions')
    return true
  }
  await outbox.add(ORDER, 'start')
  await outbox.add(ORDER, 'fail', { reason: 'nobody_there', note: '' })
  await isEmpty(outbox)
  expect(order).toEqual(['start', 'positions', 'fail'])
  expect(received).toHaveLength(2)
})

test('positions that are never heard keep a failure back once and not for ever', async () => {
  const received = aServer()
  const outbox = await anOutbox()
  outbox.positionsFirst = async () => false
  await outbox.add(ORDER, 'fail', { reason: 'nobody_there', note: '' })
  await waitFor(() => expect(outbox.snapshot().againAt).not.toBeNull())
  expect(received).toEqual([])
  await isEmpty(outbox)
})

test.each([3, -3])('a phone whose clock is %i hours off tells the true times', async (hours) => {
  // It stands still: how long a busy machine takes is no matter of clocks.
  const now = Date.now()
  const truth = () => now
  const session = { ...aSession({ userType: 'driver' }), expires_at: truth() / 1000 + 9 * 3_600 }
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  vi.spyOn(Date, 'now').mockImplementation(() => truth() + hours * HOUR_MS)
  const received = aServer(truth)
  offline()
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'start')
  await outbox.add(ORDER, 'confirm_pickup')
  online()
  await isEmpty(outbox)
  expect(outbox.snapshot().troubles).toEqual([])
  // What is behind is put at the order's acceptance there; what comes next is right again.
  await outbox.add(ORDER, 'stop')
  await isEmpty(outbox)
  const last = received.at(-1)?.at(-1)
  expect(Math.abs(Date.parse(last?.at ?? '') - truth())).toBeLessThan(SECOND_MS)
  if (hours > 0) {
    const ids = received.map((actions) => actions.map(({ client_id }) => client_id))
    expect(ids[1]).toEqual(ids[0])
    expect(received[1]?.every(({ at }) => Math.abs(Date.parse(at) - truth()) < SECOND_MS)).toBe(
      true,
    )
  }
})

test('a clock that cannot be put right is said in plain words, and keeps nothing else back', async () => {
  aServer(undefined, ({ action }) => (action === 'start' ? 'at: must not be in the future' : null))
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'start')
  await outbox.add(OTHER, 'start')
  await isEmpty(outbox)
  expect(outbox.snapshot().troubles[0]?.reason).toBe(
    'The clock of this phone is wrong. Set it right, and do the step again.',
  )
})

test('what was refused is said until it is read, also by the next page', async () => {
  aServer(undefined, () => 'Delivery session not found')
  const before = await anOutbox()
  await before.add(ORDER, 'confirm_return')
  await isEmpty(before)
  before.close()
  const after = await anOutbox()
  const [trouble] = after.snapshot().troubles
  expect(trouble?.reason).toBe('Delivery session not found')
  after.forgetTrouble(trouble?.client_id ?? '')
  await waitFor(async () => expect((await anOutbox()).snapshot().troubles).toEqual([]))
})

test('a page that was killed after the answer and before it could note it tells once more', async () => {
  const received = aServer()
  const killed = await anOutbox()
  offline()
  await killed.add(ORDER, 'hand_back')
  killed.close()
  const [first, second] = [await anOutbox(), await anOutbox()]
  online()
  await isEmpty(first)
  await isEmpty(second)
  const ids = received.flat().map(({ client_id }) => client_id)
  expect(new Set(ids).size).toBe(1)
})

test('two tabs of one driver show and send the same steps', async () => {
  aServer()
  offline()
  const [left, right] = [await anOutbox(), await anOutbox()]
  await left.add(ORDER, 'start')
  await waitFor(() => expect(right.snapshot().waiting).toHaveLength(1))
  await right.add(ORDER, 'confirm_pickup')
  expect(right.snapshot().waiting[1]?.after).toBe(left.snapshot().waiting[0]?.client_id)
  await waitFor(() => expect(left.snapshot().waiting).toHaveLength(2))
  online()
  await isEmpty(left)
  await isEmpty(right)
})

test('what is read while another tab has news does not come back', async () => {
  server.use(http.post('*/api/v1/deliveries/actions', () => aProblem(422, 'at: is no time')))
  const outbox = await anOutbox()
  const id = await outbox.add(ORDER, 'start')
  await waitFor(() => expect(outbox.snapshot().troubles).toHaveLength(1))
  const [channel, receiver] = [
    new BroadcastChannel('haulage-outbox'),
    new BroadcastChannel('haulage-outbox'),
  ]
  const delivered = new Promise((resolve) =>
    receiver.addEventListener('message', resolve, { once: true }),
  )
  channel.postMessage('drv-1')
  await delivered
  await new Promise((soon) => queueMicrotask(() => soon(null)))
  outbox.forgetTrouble(id)
  await anOutbox() // behind all that was asked of the device before
  expect(outbox.snapshot().troubles).toEqual([])
  for (const each of [channel, receiver]) each.close()
})

test('a browser that keeps nothing says so, asks before it is left, and still sends', async () => {
  closeDatabase()
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Not in a private window.', 'SecurityError')
    },
  })
  const received = aServer()
  offline()
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'start')
  expect(outbox.snapshot()).toMatchObject({ isStored: false, waiting: [{ action: 'start' }] })
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  online()
  await isEmpty(outbox)
  expect(received).toHaveLength(1)
  vi.unstubAllGlobals()
})

test.each([429, 500])('an answer of %i loses nothing', async (status) => {
  server.use(http.post('*/api/v1/deliveries/actions', () => aProblem(status, 'Not now.')))
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'start')
  await waitFor(() => expect(outbox.snapshot().againAt).not.toBeNull())
  expect(outbox.snapshot().waiting).toHaveLength(1)
  expect(outbox.snapshot().troubles).toEqual([])
  aServer()
  await isEmpty(outbox)
})

test('a session that ends in the middle keeps the steps until the driver is back', async () => {
  server.use(
    http.post('*/api/v1/deliveries/actions', () => aProblem(401, 'Sign in again.')),
    http.post('*/auth/v1/token', () => authRefusal(400, 'refresh_token_not_found', 'Gone')),
  )
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'start')
  await waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull())
  expect(outbox.snapshot().waiting).toHaveLength(1)
  const received = aServer()
  signedInAs({ userType: 'driver' }, 'token-2')
  notifySessionChange()
  await isEmpty(outbox)
  expect(received).toHaveLength(1)
})
