import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { UnreadThreadOut } from '@/api/generated/types.gen'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const BOOKED: UnreadThreadOut = {
  order_id: 'order-1',
  party: 'customer',
  number: 10001,
  unread: 1,
  last_at: '2026-11-20T20:00:00Z',
}

test('a driver who booked an order is its customer there, and not its driver', async () => {
  signedInAs({ userType: 'driver' })
  messageApi()
  server.use(
    http.get('*/api/v1/messages/unread', () => HttpResponse.json({ unread: 1, orders: [BOOKED] })),
  )
  const { user } = visit('/terms')
  const [shortcut] = await screen.findAllByRole('button', { name: 'Messages (1 new)' })
  await user.click(shortcut as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /Order #10001/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Order #10001' }))
  expect(dialog.getByRole('link', { name: 'Track Order' })).toHaveAttribute(
    'href',
    '/track/order-1',
  )
  expect(dialog.queryByRole('link', { name: 'Delivery Console' })).not.toBeInTheDocument()
  expect(await dialog.findByRole('textbox', { name: 'Message Dee Driver' })).toBeVisible()
})
