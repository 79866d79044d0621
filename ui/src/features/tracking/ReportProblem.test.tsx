import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aDelivered } from './aTracking'

const REPORT = {
  id: 'rpt-1',
  order_id: 'o-1',
  account: 'Nobody came.',
  created_at: '2026-11-20T15:00:00Z',
  state: 'open',
  decided_at: null,
  decision_reason: null,
}

test('a customer says that nothing arrived, and sees that somebody looks into it', async () => {
  const tracking = aDelivered()
  const order = { ...tracking.order, id: 'o-1', customer_id: 'user-ann' }
  signedInAs()
  messageApi()
  let notDelivered: object = { until: '2030-01-01T00:00:00Z', claim: null }
  let body: unknown
  server.use(
    http.get('*/api/v1/orders/o-1/tracking', () => HttpResponse.json({ ...tracking, order })),
    http.get('*/api/v1/orders/o-1/events', () => new Promise<Response>(() => {})),
    http.get('*/api/v1/orders/o-1/not-delivered', () => HttpResponse.json(notDelivered)),
    http.post('*/api/v1/orders/o-1/not-delivered', async ({ request }) => {
      body = await request.json()
      notDelivered = { until: null, claim: REPORT }
      return HttpResponse.json(REPORT, { status: 201 })
    }),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Not Delivered' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Not delivered?' }))
  await user.type(dialog.getByRole('textbox'), 'Nobody came.')
  await user.click(dialog.getByRole('button', { name: 'Send Report' }))
  expect(await screen.findByText('We are looking into it', { selector: 'p' })).toBeVisible()
  expect(body).toEqual({ account: 'Nobody came.' })
})
