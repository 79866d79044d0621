import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionOut, ActionsIn, DeliveryOut } from '@/api/generated/types.gen'
import '@/auth/apiClient'
import { aDelivery } from '@/testing/deliveries'
import { anEmptyDevice } from '@/testing/deviceStorage'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { sentenceOfTrouble } from './action'
import { Outbox, storedActionOf } from './outbox'

const ORDER = { order_id: 'order-1', order_number: 10001 }
const opened: Outbox[] = []

beforeEach(() => {
  anEmptyDevice()
  signedInAs({ userType: 'driver' })
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.close()
})

async function anOutbox(driverId = 'drv-1') {
  const outbox = new Outbox(driverId)
  opened.push(outbox)
  await outbox.ready
  return outbox
}

/** A server that takes over whatever it is told, and remembers it. */
function aServer(
  outcome: (id: string) => Partial<ActionOut> = () => ({}),
  deliveries: DeliveryOut[] = [],
) {
  const received: ActionsIn['actions'][] = []
  server.use(
    http.post('*/api/v1/deliveries/actions', async ({ request }) => {
      const { actions } = (await request.json()) as ActionsIn
      received.push(actions)
      const items = actions.map(({ client_id }) => ({
        client_id,
        outcome: 'applied',
        message: null,
        ...outcome(client_id),
      }))
      return HttpResponse.json({ items, deliveries })
    }),
  )
  return received
}

const noConnection = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const connectionBack = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
}

test('what is done within half a second is sent as one, in order', async () => {
  const received = aServer()
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'set_out')
  await outbox.add(ORDER, 'start')
  expect(outbox.snapshot().waiting).toHaveLength(2)
  await waitFor(() => expect(outbox.snapshot().waiting).toEqual([]))
  expect(received.map((actions) => actions.map(({ action }) => action))).toEqual([
    ['set_out', 'start'],
  ])
  const [first, second] = received[0] ?? []
  expect(Date.parse(second?.at ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''))
})

test('what was done without a connection outlives the page and is told once', async () => {
  const received = aServer()
  noConnection()
  const before = await anOutbox()
  await before.add(ORDER, 'start')
  await before.add(ORDER, 'confirm_pickup')
  const ids = before.snapshot().waiting.map((it) => it.client_id)
  before.close()

  const after = await anOutbox()
  expect(after.snapshot().waiting.map((it) => it.client_id)).toEqual(ids)
  expect((await anOutbox('drv-2')).snapshot().waiting).toEqual([])
  connectionBack()
  await waitFor(() => expect(after.snapshot().waiting).toEqual([]))
  expect(received.map((actions) => actions.map((it) => it.client_id))).toEqual([ids])
  expect((await anOutbox()).snapshot().waiting).toEqual([])
})

test('a step is there at once, and is said to be kept once it is written down', async () => {
  noConnection()
  const outbox = await anOutbox()
  const adding = outbox.add(ORDER, 'start')
  expect(outbox.snapshot().waiting).toHaveLength(1)
  expect(storedActionOf(outbox.snapshot())).toEqual([])
  await adding
  expect(storedActionOf(outbox.snapshot())).toEqual(outbox.snapshot().waiting)
})

test('fifty steps without a connection are one question', async () => {
  const received = aServer()
  noConnection()
  const outbox = await anOutbox()
  for (let step = 0; step < 50; step++) await outbox.add(ORDER, step % 2 ? 'resume' : 'pause')
  connectionBack()
  await waitFor(() => expect(outbox.snapshot().waiting).toEqual([]))
  expect(received).toHaveLength(1)
  expect(new Set(received[0]?.map((it) => it.client_id)).size).toBe(50)
})

test('a server that fails is asked again by itself with the same actions', async () => {
  const outbox = await anOutbox()
  server.use(http.post('*/api/v1/deliveries/actions', () => aProblem(503, 'Later.')))
  await outbox.add(ORDER, 'start')
  await waitFor(() => expect(outbox.snapshot().againAt).not.toBeNull())
  const [waiting] = outbox.snapshot().waiting
  const received = aServer()
  await waitFor(() => expect(outbox.snapshot().waiting).toEqual([]))
  expect(received[0]?.[0]?.client_id).toBe(waiting?.client_id)
})

test('what the server will not have says why', async () => {
  aServer(() => ({ outcome: 'refused', message: 'Delivery session not found' }))
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'stop')
  await waitFor(() => expect(outbox.snapshot().troubles).toHaveLength(1))
  const [trouble] = outbox.snapshot().troubles
  expect(trouble && sentenceOfTrouble(trouble)).toBe(
    'Error stopping delivery: Delivery session not found',
  )
  outbox.forgetTrouble(trouble?.client_id ?? '')
  expect(outbox.snapshot().troubles).toEqual([])
})

test('what met a cancelled order says so', async () => {
  aServer(() => ({ outcome: 'out_of_turn' }), [aDelivery({ status: 'cancelled' })])
  const outbox = await anOutbox()
  await outbox.add(ORDER, 'confirm_pickup')
  await waitFor(() => expect(outbox.snapshot().troubles).toHaveLength(1))
  expect(outbox.snapshot().troubles[0]?.reason).toBe('The order was canceled meanwhile.')
})

test('one action that cannot be read does not keep back the others', async () => {
  const outbox = await anOutbox()
  const taken: string[] = []
  server.use(
    http.post('*/api/v1/deliveries/actions', async ({ request }) => {
      const { actions } = (await request.json()) as ActionsIn
      if (actions.some(({ action }) => action === 'pause')) return aProblem(400, 'at: is no time')
      taken.push(...actions.map(({ action }) => action))
      const items = actions.map(({ client_id }) => ({
        client_id,
        outcome: 'applied',
        message: null,
      }))
      return HttpResponse.json({ items, deliveries: [] })
    }),
  )
  for (const action of ['start', 'pause', 'confirm_pickup'] as const)
    await outbox.add(ORDER, action)
  await waitFor(() => expect(outbox.snapshot().waiting).toEqual([]))
  expect(taken).toEqual(['start', 'confirm_pickup'])
  expect(outbox.snapshot().troubles.map(({ reason }) => reason)).toEqual(['Time is no time.'])
})

test('nobody else who signs in speaks for the driver', async () => {
  const received = aServer()
  const outbox = await anOutbox()
  signedInAs({ id: 'user-bob' })
  await outbox.add(ORDER, 'start')
  outbox.sendNow()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(received).toEqual([])
  expect(outbox.snapshot().waiting).toHaveLength(1)
})
