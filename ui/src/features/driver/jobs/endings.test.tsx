import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { ActionsIn } from '@/api/generated/types.gen'
import { aDelivery } from '@/testing/deliveries'
import { aJob, signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const DRIVER_DASHBOARD = '/driver-dashboard'
const IN_HAND = { driver_id: 'drv-1', status: 'assigned' } as const

const A_FAILURE = {
  at: 'x',
  reason: 'nobody_there',
  message: 'Nobody.',
  note: '',
  seen_there: true,
  returned_at: null,
} as const

/** The server takes pictures and proofs, or refuses a proof. */
function takesProofs(refusal?: () => Response) {
  const taken = { photos: [] as string[], proofs: [] as Record<string, unknown>[] }
  server.use(
    http.put('*/api/v1/deliveries/:id/proof/photos/:client', ({ params }) => {
      taken.photos.push(String(params.client))
      return HttpResponse.json({})
    }),
    http.post('*/api/v1/deliveries/:id/proof', async ({ request }) => {
      taken.proofs.push((await request.json()) as Record<string, unknown>)
      return refusal?.() ?? HttpResponse.json({})
    }),
  )
  return taken
}

const ON_BOARD = { status: 'in_progress', picked_up_at: 'x' } as const

async function proveIt(user: ReturnType<typeof visit>['user']) {
  await user.type(await screen.findByLabelText('Received by'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Type Instead' }))
  await user.type(screen.getByLabelText('Name typed as signature'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
}

test('ending a delivery asks for its proof, and the proof ends it', async () => {
  const backend = signedInDriver({ deliveries: [aDelivery(ON_BOARD)] })
  const taken = takesProofs()
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Complete delivery' }))
  backend.deliveries = []
  await proveIt(user)
  await screen.findByText('Delivery completed.')
  await screen.findByText('No active jobs')
  expect(taken.proofs).toMatchObject([
    { recipient_name: 'Ann Lee', signature: { text: 'Ann Lee' }, photo: null, pin: null },
  ])
})

test('without an answer the proof is kept and sent again as the same one', async () => {
  const backend = signedInDriver({ deliveries: [aDelivery(ON_BOARD)] })
  let isDown = true
  const taken = takesProofs(() => {
    if (isDown) return HttpResponse.error()
    backend.deliveries = []
    return HttpResponse.json({})
  })
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Complete delivery' }))
  await proveIt(user)
  await screen.findByText('1 step to send.')
  await screen.findByRole('region', { name: 'Delivered' })
  isDown = false
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Connected. Everything is sent.')
  expect(taken.proofs.length).toBeGreaterThan(1)
  expect(new Set(taken.proofs.map((proof) => proof.client_id)).size).toBe(1)
})

test('where the customer wants a PIN nothing ends the delivery without it', async () => {
  signedInDriver({ deliveries: [aDelivery({ ...ON_BOARD, asks_pin: true })] })
  const refusal = 'That is not the customer’s PIN. 4 tries are left.'
  takesProofs(() => aProblem(409, refusal, 'wrong_pin', 'pin'))
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Complete delivery' }))
  await screen.findByLabelText('Received by')
  expect(screen.queryByRole('button', { name: 'Complete Without Proof' })).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('PIN digit 1 of 4'), '1234')
  await proveIt(user)
  await screen.findByText(refusal)
})

test('a delivery that ended without a proof is still asked for one', async () => {
  const ended = aJob({
    ...IN_HAND,
    picked_up_at: 'x',
    status: 'completed',
    completed_at: '2026-11-20T15:30:00Z',
  })
  signedInDriver({ jobs: { available: [], active: [], arrived: [], unproved: [ended] } })
  const { user } = visit(DRIVER_DASHBOARD)
  const missing = within(await screen.findByRole('region', { name: 'Proof Missing' }))
  await user.click(missing.getByRole('button', { name: 'Add Proof of Delivery' }))
  await screen.findByRole('button', { name: 'Save Proof' })
})

const FAILURES = {
  items: [
    { reason: 'nobody_there', customer_pays_cents: 4330 },
    { reason: 'items_damaged', customer_pays_cents: 0 },
  ],
  needs_return: true,
  seen_there: true,
}

test('what cannot be delivered is brought back, and what it costs is said before', async () => {
  const backend = signedInDriver({ deliveries: [aDelivery(ON_BOARD)] })
  const sent: unknown[] = []
  server.use(
    http.get('*/api/v1/deliveries/order-1/failures', () => HttpResponse.json(FAILURES)),
    http.post('*/api/v1/deliveries/actions', async ({ request }) => {
      const { actions } = (await request.json()) as ActionsIn
      sent.push(...actions)
      const items = actions.map(({ client_id }) => ({
        client_id,
        outcome: 'applied',
        message: null,
      }))
      // Whoever asks again reads the same; the page may ask at any moment.
      backend.deliveries = [aDelivery({ ...ON_BOARD, failure: A_FAILURE })]
      return HttpResponse.json({ items, deliveries: backend.deliveries })
    }),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Can’t Deliver' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Can’t deliver order/ }))
  const send = await dialog.findByRole('button', { name: 'Bring Items Back' })
  await user.click(dialog.getByRole('radio', { name: 'The items are damaged' }))
  expect(dialog.getByText(/The customer pays nothing/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Nobody is there' }))
  expect(dialog.getByText(/The customer pays \$43.30/)).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'Rang twice')
  await user.click(send)
  expect(await screen.findByRole('button', { name: 'Confirm Return' })).toBeVisible()
  await waitFor(() =>
    expect(sent).toMatchObject([{ action: 'fail', reason: 'nobody_there', note: 'Rang twice' }]),
  )
  expect(screen.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    expect.stringContaining('40.758,-73.985'),
  )
  expect(screen.getByRole('button', { name: 'Deliver After All' })).toBeVisible()
})

test('a job that the arrival completed can be said not to be delivered', async () => {
  const arrived = aJob({ ...IN_HAND, status: 'completed', picked_up_at: 'x' })
  signedInDriver({ jobs: { available: [], active: [], arrived: [arrived], unproved: [] } })
  server.use(
    http.get('*/api/v1/deliveries/order-1/failures', () =>
      HttpResponse.json({ ...FAILURES, seen_there: false }),
    ),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await screen.findByRole('heading', { name: 'Just Completed' })
  await user.click(screen.getByRole('button', { name: 'Can’t Deliver' }))
  expect(await screen.findByText('Your position does not show you there.')).toBeVisible()
})
