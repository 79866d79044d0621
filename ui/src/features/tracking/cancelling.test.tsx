import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aCancelled, anAssigned, aTracking, at } from './aTracking'
import { serve } from './servedTracking'

test('the fee is told before anybody cancels, and the reason is sent along', async () => {
  signedInAs()
  const served = serve(
    anAssigned(
      {},
      { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
    ),
  )
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/orders/:id/cancel', async ({ request }) => {
      sent.push(await request.json())
      served.current.tracking = aCancelled()
      return HttpResponse.json(aCancelled().order)
    }),
  )
  const { user } = visit('/track/o-1')
  expect(await screen.findByText('Canceling now costs $10.00.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('$10.00')).toBeVisible()
  expect(dialog.getByText('$33.30')).toBeVisible()
  await user.type(dialog.getByLabelText('Reason (optional)'), 'Found a friend')
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByRole('heading', { name: 'Order canceled' })).toBeVisible()
  expect(sent).toEqual([{ reason: 'Found a friend', agreed_fee_cents: 1000 }])
})

test('what cancelling costs is asked again when the server said that it changes', async () => {
  signedInAs()
  const free = { allowed: true, fee_cents: 0, refused: null, changes_at: at(0) }
  const served = serve(anAssigned({}, { cancelling: free }))
  visit('/track/o-1')
  expect(await screen.findByText('Canceling is free now.')).toBeVisible()
  served.current.tracking = anAssigned(
    {},
    { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
  )
  expect(
    await screen.findByText('Canceling now costs $10.00.', {}, { timeout: 5000 }),
  ).toBeVisible()
})

test('a fee that has risen meanwhile is asked about again before anything is cancelled', async () => {
  signedInAs()
  const served = serve(anAssigned())
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const first = within(await screen.findByRole('dialog'))
  expect(first.getByText('None')).toBeVisible()
  served.current.tracking = anAssigned(
    {},
    { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
  )
  await user.type(first.getByLabelText('Reason (optional)'), 'Found a friend')
  await user.click(first.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('$10.00')).toBeVisible()
  expect(screen.getByText(/The fee has risen from free to \$10.00 meanwhile/)).toBeVisible()
  expect(screen.getByLabelText('Reason (optional)')).toHaveValue('Found a friend')
})

test('a fee that rises on the way to the server is asked about again too', async () => {
  signedInAs()
  const served = serve(anAssigned())
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/orders/:id/cancel', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length > 1) {
        served.current.tracking = aCancelled()
        return HttpResponse.json(aCancelled().order)
      }
      served.current.tracking = anAssigned(
        {},
        { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
      )
      const message = 'Canceling costs $10.00 by now, so nothing was canceled yet.'
      return HttpResponse.json(
        { code: 'cancellation_fee_risen', message, status: 409 },
        { status: 409 },
      )
    }),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const first = within(await screen.findByRole('dialog'))
  await user.click(first.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText(/The fee has risen from free to \$10.00/)).toBeVisible()
  const second = within(await screen.findByRole('dialog'))
  await user.click(second.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByRole('heading', { name: 'Order canceled' })).toBeVisible()
  expect(sent).toEqual([
    { reason: '', agreed_fee_cents: 0 },
    { reason: '', agreed_fee_cents: 1000 },
  ])
})

test('a driver who sets out while somebody is thinking is said to have', async () => {
  signedInAs()
  const served = serve(anAssigned())
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog'))
  const refused = 'Your driver is already on the way: this order can no longer be canceled.'
  served.current.tracking = anAssigned(
    {},
    { cancelling: { allowed: false, fee_cents: 0, refused, changes_at: null } },
  )
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText(refused, { selector: '[class*=Notification] *' })).toBeVisible()
})

test('an order that can no longer be canceled says why', async () => {
  signedInAs()
  const refused = 'Your driver is already on the way: this order can no longer be canceled.'
  serve(aTracking({ cancelling: { allowed: false, fee_cents: 0, refused, changes_at: null } }))
  visit('/track/o-1')
  expect(await screen.findByText(refused)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument()
})

test('a cancelled order tells who, why, what it cost and what comes back', async () => {
  signedInAs()
  const { payment } = aTracking()
  serve(aCancelled({}, { payment: payment && { ...payment, refund_requested_cents: 3330 } }))
  visit('/track/o-1')
  const facts = within(await screen.findByRole('region', { name: 'Cancellation' }))
  expect(facts.getByText('You')).toBeVisible()
  expect(facts.getByText('Found a friend with a van')).toBeVisible()
  expect(facts.getByText('$10.00')).toBeVisible()
  expect(facts.getByText(/on its way to Visa ending 4242/)).toHaveTextContent('$33.30')
  expect(facts.getByText(/within 5 to 10 business days/)).toBeVisible()
})
