import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { departure } from '@/auth/departure'
import { signedInDriver } from '@/testing/drivers'
import { aMethod, aStanding, payoutsOfDriver } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const METHODS = '/driver-dashboard?tab=instant-payouts&payouts=methods'
const AT = '*/api/v1/drivers/drv-1/payout-methods'

function opened(part: Parameters<typeof payoutsOfDriver>[0] = {}) {
  signedInDriver()
  const backend = payoutsOfDriver(part)
  return { backend, ...visit(METHODS) }
}

const form = async () => within(await screen.findByRole('region', { name: 'Add Payout Method' }))

test('a bank account is added, and is told of for four seconds', async () => {
  const { backend, user } = opened({ methods: [] })
  const sent: unknown[] = []
  server.use(
    http.post(AT, async ({ request }) => {
      sent.push(await request.json())
      const added = aMethod({
        type: 'bank_account',
        bank_name: 'First Bank',
        account_type: 'savings',
        last4: '6789',
      })
      backend.methods = [added]
      return HttpResponse.json(added, { status: 201 })
    }),
  )
  await screen.findByText(/^None yet/)
  const fields = await form()
  await user.type(fields.getByLabelText(/Routing Number/), '021000021')
  await user.type(fields.getByLabelText(/Account Number/), '000123456789')
  await user.type(fields.getByLabelText(/Bank Name/), 'First Bank')
  await user.selectOptions(fields.getByLabelText(/Account Type/), 'savings')
  await user.click(fields.getByRole('button', { name: 'Add Payout Method' }))
  await screen.findByText('Payout Method Added!')
  screen.getByText('Your bank account has been added and verified.')
  await screen.findByText('First Bank savings ending 6789')
  expect(sent).toEqual([
    {
      type: 'bank_account',
      routing_number: '021000021',
      account_number: '000123456789',
      bank_name: 'First Bank',
      account_type: 'savings',
    },
  ])
  expect(fields.getByLabelText(/Account Number/)).toHaveValue('')
})

test('an unfinished form names its fields and asks nobody', async () => {
  const { user } = opened()
  const fields = await form()
  await user.click(fields.getByRole('radio', { name: 'Debit Card' }))
  await user.click(fields.getByRole('button', { name: 'Add Payout Method' }))
  expect(fields.getAllByText('Required')).toHaveLength(3)
  expect(fields.getByLabelText(/Card Number/)).toHaveFocus()
})

test('a refusal stands beside its field and in words', async () => {
  const { user } = opened()
  server.use(
    http.post(AT, () =>
      aProblem(409, 'paypal_email: is no PayPal account', 'invalid_input', 'paypal_email'),
    ),
  )
  const fields = await form()
  await user.click(fields.getByRole('radio', { name: 'PayPal' }))
  const email = fields.getByLabelText(/PayPal Email/)
  expect(email).toHaveAttribute('type', 'email')
  await fields.findByText(/^1% fee of an instant payout, where a bank or card takes 0.5%/)
  await user.type(email, 'ann@example.com')
  await user.click(fields.getByRole('button', { name: 'Add Payout Method' }))
  await fields.findByText(/^Error adding payout method: /)
  expect(email).toHaveAccessibleDescription('Is no PayPal account')
})

test('a verified method becomes the default, and one is removed after a question', async () => {
  const other = aMethod({ id: 'pom-2', last4: '1111', is_default: false })
  const { backend, user } = opened({ methods: [aMethod(), other] })
  const asked: string[] = []
  server.use(
    http.put(`${AT}/:id/default`, ({ params }) => {
      asked.push(`default ${params.id}`)
      return HttpResponse.json(other)
    }),
    http.delete(`${AT}/:id`, ({ params }) => {
      asked.push(`remove ${params.id}`)
      backend.methods = [aMethod()]
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await user.click(
    await screen.findByRole('button', { name: 'Make Default: Debit card ending 1111' }),
  )
  await user.click(screen.getByRole('button', { name: 'Remove Debit card ending 1111' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => screen.queryByText('Debit card ending 1111')).toBeNull()
  expect(asked).toEqual(['default pom-2', 'remove pom-2'])
})

test('a new method says from when it is paid', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  opened({ methods: [aMethod(), aMethod({ id: 'pom-2', is_default: false, held_until: until })] })
  expect(
    await screen.findByText(/^Verified · Instant, within 30 minutes · New: paid from /),
  ).toBeVisible()
  expect(screen.getByText('Verified · Default · Instant, within 30 minutes')).toBeVisible()
})

test('with a real provider there is no form for numbers, but the way to its own pages', async () => {
  const { user } = opened({ standing: aStanding({ methods_entered_at_provider: true }) })
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.spyOn(departure, 'openTab').mockReturnValue(tab as unknown as Window)
  server.use(
    http.post('*/api/v1/drivers/drv-1/payout-account/dashboard-link', () =>
      HttpResponse.json({ url: 'https://dashboard.example/1' }),
    ),
  )
  const section = await form()
  expect(section.queryByRole('textbox')).toBeNull()
  await user.click(section.getByRole('button', { name: 'Open Dashboard' }))
  await expect.poll(() => tab.location.href).toBe('https://dashboard.example/1')
  vi.restoreAllMocks()
})
