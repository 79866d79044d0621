import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { openAccount, section } from '@/testing/account'
import type { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

test('it is saved as a file', async () => {
  const made = vi.fn((_file: Blob) => 'blob:1')
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() })
  const archive = new Uint8Array([0x50, 0x4b, 0xff, 0x00])
  const headers = { 'Content-Type': 'application/zip' }
  server.use(
    http.get('*/api/v1/me/data', () => HttpResponse.arrayBuffer(archive.buffer, { headers })),
  )
  const { user } = openAccount()
  const part = await section('Download my data')
  await user.click(part.getByRole('button', { name: 'Download My Data' }))
  await part.findByText('haulage-my-data.zip was saved.')
  const saved = made.mock.calls[0]?.[0] ?? new Blob()
  expect([...new Uint8Array(await saved.arrayBuffer())]).toEqual([...archive])
})

test('a failure to get it is told', async () => {
  server.use(http.get('*/api/v1/me/data', () => aProblem(403, 'Not allowed')))
  const { user } = openAccount()
  const part = await section('Download my data')
  await user.click(part.getByRole('button', { name: 'Download My Data' }))
  expect(await part.findByRole('alert')).toHaveTextContent('Not allowed')
})

async function askedToDelete(user: ReturnType<typeof visit>['user'], answer: string) {
  const part = await section('Delete my account')
  await user.click(part.getByRole('button', { name: 'Delete My Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  await user.click(dialog.getByRole('button', { name: answer }))
  return part
}

test('the account is deleted after a question, and nobody is signed in any more', async () => {
  const requests: unknown[] = []
  server.use(
    http.delete('*/api/v1/me', async ({ request }) => {
      requests.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router, user } = openAccount()
  const part = await section('Delete my account')
  await user.click(part.getByLabelText('Password'))
  await user.paste('secret')
  await askedToDelete(user, 'Keep My Account')
  expect(requests).toEqual([])
  await askedToDelete(user, 'Delete My Account')
  await expect.poll(() => sessionState().status).toBe('signed-out')
  expect(router.state.location.pathname).toBe('/')
  expect(requests).toEqual([{ password: 'secret' }])
})

test.each([
  ['test_problem', null],
  ['payouts_owed', '/driver-dashboard?tab=instant-payouts'],
  ['earnings_owed', '/driver-dashboard?tab=payouts'],
])('why it cannot be deleted is told, and earnings are paid out first: %s', async (code, leads) => {
  const sentence = 'The account cannot be deleted while $12.00 have not reached you.'
  server.use(http.delete('*/api/v1/me', () => aProblem(409, sentence, code)))
  const { user } = openAccount()
  const part = await askedToDelete(user, 'Delete My Account')
  expect(await part.findByRole('alert')).toHaveTextContent(sentence)
  expect(sessionState().status).toBe('signed-in')
  const way = part.queryByRole('link', { name: 'Pay Out First' })
  expect(way?.getAttribute('href') ?? null).toBe(leads)
})
