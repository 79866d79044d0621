import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { aMethod, aNextPayout, aPayout, aStanding, payoutsOfDriver } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const INSTANT = '/driver-dashboard?tab=instant-payouts'
const AT = '*/api/v1/drivers/drv-1/payouts'

function opened(part: Parameters<typeof payoutsOfDriver>[0] = {}) {
  signedInDriver()
  const backend = payoutsOfDriver(part)
  return { backend, ...visit(INSTANT) }
}

const panel = async () => {
  const found = within(await screen.findByRole('region', { name: 'Instant Payout' }))
  await found.findByLabelText('Amount')
  return found
}
const line = (shown: Awaited<ReturnType<typeof panel>>, term: string) =>
  shown.getByText(term).nextElementSibling?.textContent

test('the fees change as one types, and what is requested is what was shown', async () => {
  const { user } = opened({
    methods: [
      aMethod(),
      aMethod({ id: 'pom-2', type: 'paypal', paypal_email: 'ann@example.com', is_default: false }),
    ],
  })
  const sent: unknown[] = []
  server.use(
    http.post(AT, async ({ request }) => {
      sent.push(await request.json(), request.headers.has('idempotency-key'))
      return HttpResponse.json(aPayout({ net_cents: 92_50 }), { status: 201 })
    }),
  )
  const shown = await panel()
  await user.type(shown.getByLabelText('Amount'), '100')
  expect(line(shown, 'Instant fee')).toBe('-$1.50')
  expect(line(shown, 'Processing fee')).toBe('-$0.50')
  expect(line(shown, 'Platform fee')).toBe('-$5.00')
  expect(shown.getByText('1.5%, at most $2.00, for arriving within 30 minutes')).toBeVisible()
  expect(shown.getByText('0.5%, for the payment provider')).toBeVisible()
  expect(shown.getByText('5%, for the platform, on top of its part of each order')).toBeVisible()
  expect(line(shown, 'Net amount')).toBe('$93.00')
  const kept = shown.getByText(/so that you get/)
  expect(kept).toHaveTextContent('$7.00 in fees, so that you get $93.00 of $100.00.')
  await user.selectOptions(shown.getByLabelText('Payout Method'), 'PayPal ann@example.com')
  expect(line(shown, 'Processing fee')).toBe('-$1.00')
  expect(shown.getByText('1%, for the payment provider')).toBeVisible()
  expect(line(shown, 'Net amount')).toBe('$92.50')
  await user.click(shown.getByRole('button', { name: 'Request Instant Payout' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Send $92.50 to PayPal ann@example.com?' }),
  )
  question.getByText('It arrives within 30 minutes.')
  expect(question.getByText('Platform fee').nextElementSibling).toHaveTextContent('-$5.00')
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Send Payout' }))
  await screen.findByText('Instant Payout Requested!')
  screen.getByText('$92.50 will arrive in your account within 30 minutes.')
  expect(sent).toEqual([{ amount_cents: 100_00, speed: 'instant', method_id: 'pom-2' }, true])
})

test('nothing is promised of a method that is not paid at once', async () => {
  const { user } = opened({
    methods: [
      aMethod({ id: 'pom-2', type: 'bank_account', last4: '6789', is_instant: false }),
      aMethod({ is_default: false }),
    ],
  })
  const shown = await panel()
  const choice = shown.getByLabelText('Payout Method')
  expect(choice).toHaveValue('pom-1')
  await user.type(shown.getByLabelText('Amount'), '50')
  expect(shown.getByText('Instant fee')).toBeVisible()
  await user.selectOptions(choice, 'pom-2')
  expect(await shown.findByText(/takes no instant payout: choose another method/)).toBeVisible()
  expect(shown.queryByText('Instant fee')).not.toBeInTheDocument()
  expect(shown.getByRole('button', { name: 'Request Instant Payout' })).toBeDisabled()
  await user.click(shown.getByText('Standard (Free)'))
  expect(shown.getByRole('button', { name: 'Request Standard Payout' })).toBeEnabled()
})

test('an older method is chosen before a new one, to which no payout goes yet', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const { user } = opened({
    methods: [
      aMethod({ id: 'pom-2', last4: '1111', held_until: until }),
      aMethod({ is_default: false, held_until: '2020-01-01T00:00:00Z' }),
    ],
  })
  const shown = await panel()
  await user.click(shown.getByText('Standard (Free)'))
  const choice = shown.getByLabelText('Payout Method')
  expect(choice).toHaveValue('pom-1')
  await user.selectOptions(choice, 'pom-2')
  expect(shown.getByText(/no payout goes to debit card ending 1111 before/)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Request Standard Payout' })).toBeDisabled()
  await user.selectOptions(choice, 'pom-1')
  expect(shown.queryByText(/no payout goes to/)).not.toBeInTheDocument()
  expect(shown.getByRole('button', { name: 'Request Standard Payout' })).toBeEnabled()
})

test('who has only new methods is told until when, and no payout is asked for', async () => {
  const reason = 'No payout goes to your debit card ending 5556 before July 4.'
  const { user } = opened({
    standing: aStanding({
      eligible: false,
      instant_eligible: false,
      requirements: [{ requirement: 'method_not_held', reason }],
    }),
  })
  const shown = await panel()
  await user.click(shown.getByText('Standard (Free)'))
  expect(shown.getByText(reason)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Request Standard Payout' })).toBeDisabled()
})

test('what is missing in the balance is told beside it, and where it is', async () => {
  opened({ standing: aStanding({ in_transit_cents: 9_30, held_cents: 12_00 }) })
  const shown = await panel()
  const beside = within(shown.getByRole('list', { name: 'Not in the balance' }))
  expect(beside.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    '$9.30 is on its way to you: see your payouts',
    '$12.00 is held until a reported problem is decided',
  ])
})

test('what is on its way is named by its payout, and leads to it', async () => {
  const { user, router } = opened({
    standing: aStanding({ in_transit_cents: 93_00 }),
    payouts: [aPayout(), aPayout({ id: 'pyt-0', status: 'paid', speed: 'standard' })],
  })
  const shown = await panel()
  const beside = within(shown.getByRole('list', { name: 'Not in the balance' }))
  expect(await beside.findByText(/^\$93.00 is on its way to you:/)).toBeVisible()
  await user.click(beside.getByRole('link', { name: /^instant payout of Fri, Nov 20, / }))
  const payout = await screen.findByRole('article', { name: 'Instant payout' })
  expect(router.state.location).toMatchObject({ search: { tab: 'payouts' }, hash: 'payout-pyt-1' })
  await waitFor(() => expect(payout).toHaveFocus())
})

test('each speed says when the money comes, and what comes without asking says when', async () => {
  const { user } = opened({
    methods: [
      aMethod(),
      aMethod({ id: 'pom-2', type: 'paypal', paypal_email: 'ann@example.com', is_default: false }),
    ],
  })
  const shown = await panel()
  shown.getByRole('radio', { name: 'Instant Within 30 minutes, fees up to 7%' })
  shown.getByRole('radio', { name: 'Standard (Free) In 1-2 business days' })
  shown.getByText(
    'What stays in your balance goes free on Mon, Nov 23, and arrives in 1-2 business days.',
  )
  await user.selectOptions(shown.getByLabelText('Payout Method'), 'PayPal ann@example.com')
  shown.getByRole('radio', { name: 'Instant Within 30 minutes, fees up to 7.5%' })
})

test.each([
  ['nothing would go', () => HttpResponse.json(aNextPayout({ amount_cents: 0 }))],
  ['nobody can tell', () => aProblem(403, 'Not today')],
])('where %s by itself, nothing is promised, and a payout can be asked for', async (_, answer) => {
  signedInDriver()
  payoutsOfDriver()
  server.use(http.get('*/api/v1/drivers/drv-1/next-payout', answer))
  visit(INSTANT)
  const shown = await panel()
  expect(shown.queryByText(/^What stays in your balance/)).toBeNull()
})

test('nothing is told beside a balance that is all there is', async () => {
  opened()
  const shown = await panel()
  expect(shown.queryByRole('list', { name: 'Not in the balance' })).toBeNull()
})

test('quick amounts above the balance are disabled, and All is all that goes', async () => {
  const { user } = opened({
    standing: aStanding({ available_cents: 80_55, most_now_cents: 80_55 }),
  })
  const shown = await panel()
  expect(shown.getByRole('button', { name: '$100' })).toBeDisabled()
  await user.click(shown.getByRole('button', { name: '$50' }))
  expect(shown.getByLabelText('Amount')).toHaveValue(50)
  await user.click(shown.getByRole('button', { name: 'All $80.55' }))
  expect(shown.getByLabelText('Amount')).toHaveValue(80.55)
})

test.each([
  ['9.99', 'Minimum instant payout amount is $10'],
  ['500.01', 'Maximum instant payout amount is $500'],
  ['240.01', 'Your available balance is $240.00'],
])('$%s is refused in the documented words', async (written, sentence) => {
  const { user } = opened()
  const shown = await panel()
  await user.type(shown.getByLabelText('Amount'), written)
  shown.getByText(sentence)
})

test('a payout that is not confirmed is not sent, and the amount stays', async () => {
  const { user } = opened()
  server.use(
    http.post(AT, () => {
      throw new Error('nothing was confirmed')
    }),
  )
  const shown = await panel()
  await user.type(shown.getByLabelText('Amount'), '25')
  await user.click(shown.getByRole('button', { name: 'Request Instant Payout' }))
  await user.click(await screen.findByRole('button', { name: 'Not Yet' }))
  expect(shown.getByLabelText('Amount')).toHaveValue(25)
  expect(screen.queryByText(/^Payout failed/)).toBeNull()
})

test('with nothing to pay out the button says so and asks nothing', async () => {
  const { user } = opened({ standing: aStanding({ available_cents: 0, most_now_cents: 0 }) })
  const shown = await panel()
  const request = shown.getByRole('button', { name: 'Request Instant Payout' })
  expect(request).toHaveAccessibleDescription(
    'There is nothing to pay out yet: your balance is $0.',
  )
  await user.click(request)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shown.queryByText('Write an amount such as 25.00')).toBeNull()
})

test('a standard payout says that it is free, and how long it takes', async () => {
  const { user } = opened()
  const shown = await panel()
  await user.click(shown.getByRole('radio', { name: /^Standard \(Free\)/ }))
  shown.getByText('Standard payout will be processed in 1-2 business days with no fees.')
  await user.type(shown.getByLabelText('Amount'), '5')
  expect(shown.queryByText('Instant fee')).toBeNull()
  expect(shown.getByRole('button', { name: 'Request Standard Payout' })).toBeEnabled()
})

test('a refusal of the server is told as a failed payout', async () => {
  const { user } = opened()
  const refusal = 'Daily instant payout limit of $1,000 would be exceeded'
  server.use(http.post(AT, () => aProblem(409, refusal, 'daily_payout_limit', 'amount_cents')))
  const shown = await panel()
  await user.type(shown.getByLabelText('Amount'), '25')
  await user.click(shown.getByRole('button', { name: 'Request Instant Payout' }))
  await user.click(await screen.findByRole('button', { name: 'Send Payout' }))
  await shown.findByText(`Payout failed: ${refusal}`)
})

test('without a verified method there is none to choose, and what is missing is told', async () => {
  const none = 'No verified payout methods. Please add a bank account or debit card.'
  opened({
    methods: [aMethod({ is_verified: false })],
    standing: aStanding({
      eligible: false,
      instant_eligible: false,
      requirements: [{ requirement: 'verified_method', reason: none }],
    }),
  })
  const shown = await panel()
  shown.getByText(none)
  expect(shown.getByRole('link', { name: 'Add a Payout Method' })).toHaveAttribute(
    'href',
    '/driver-dashboard?tab=instant-payouts&payouts=methods',
  )
  expect(shown.queryByLabelText('Payout Method')).toBeNull()
  expect(shown.getByRole('button', { name: 'Request Instant Payout' })).toBeDisabled()
})
