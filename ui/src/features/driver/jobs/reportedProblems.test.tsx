import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { DriversClaimOut } from '@/api/generated/types.gen'
import { signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const PROBLEM: DriversClaimOut = {
  id: 'clm-1',
  order_id: 'o-1',
  order_number: 10001,
  kind: 'damage',
  item: 'The sofa',
  state: 'open',
  created_at: '2026-11-20T15:00:00Z',
  decision_due: '2026-11-23T15:00:00Z',
  holds_share: true,
  statements: [],
  photos: [],
}

test('a driver tells their side of a reported problem', async () => {
  signedInDriver()
  const given: unknown[] = []
  server.use(
    http.get('*/api/v1/drivers/me/claims', () =>
      HttpResponse.json({ items: [PROBLEM], next: null }),
    ),
    http.post('*/api/v1/claims/clm-1/side', async ({ request }) => {
      given.push(await request.json())
      return HttpResponse.json({ id: 'clm-1', order_id: 'o-1', state: 'open' })
    }),
  )
  const { user } = visit('/driver-dashboard')
  const card = within(await screen.findByRole('article', { name: 'Problem with order #10001' }))
  expect(card.getByRole('heading', { level: 2 })).toHaveTextContent('Order #10001')
  expect(card.getByText(/Your share is held until then/)).toBeVisible()
  await user.type(card.getByLabelText('Your side'), 'It was so before.')
  await user.click(card.getByRole('button', { name: 'Tell your side' }))
  await expect.poll(() => given).toEqual([{ text: 'It was so before.', photos: [] }])
})

test('a question to the driver stands above the form that answers it', async () => {
  signedInDriver()
  const asked = {
    id: 'cst-1',
    party: 'admin_to_driver' as const,
    text: 'Was it whole at the pickup?',
    created_at: '2026-11-20T16:00:00Z',
  }
  const problem = { ...PROBLEM, statements: [asked] }
  server.use(
    http.get('*/api/v1/drivers/me/claims', () =>
      HttpResponse.json({ items: [problem], next: null }),
    ),
  )
  visit('/driver-dashboard')
  const card = within(await screen.findByRole('article', { name: 'Problem with order #10001' }))
  expect(card.getByText('We ask you').parentElement).toHaveTextContent(
    'Was it whole at the pickup?',
  )
  expect(card.getByLabelText('Your side')).toBeVisible()
})

test('a driver with more problems than one page gets to all of them', async () => {
  signedInDriver()
  const later = { ...PROBLEM, id: 'clm-2', order_id: 'o-2', order_number: 10002 }
  server.use(
    http.get('*/api/v1/drivers/me/claims', ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'page-2'
        ? HttpResponse.json({ items: [later], next: null })
        : HttpResponse.json({ items: [PROBLEM], next: 'page-2' }),
    ),
  )
  const { user } = visit('/driver-dashboard')
  await user.click(await screen.findByRole('button', { name: 'Show newer problems' }))
  expect(await screen.findByRole('article', { name: 'Problem with order #10002' })).toBeVisible()
  expect(screen.getByRole('article', { name: 'Problem with order #10001' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show newer problems' })).not.toBeInTheDocument()
})
