import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aDrivenOrder, anExpense, aTaxDocument, aTaxYear, someTaxes } from '@/testing/taxes'

const TAX_CENTER = '/driver-dashboard?tab=tax-center'

test('four tabs, a year and the form stand on the Tax Center, and its figures add up', async () => {
  signedInDriver()
  someTaxes()
  visit(TAX_CENTER)
  await screen.findByText('$1,388.62')
  const tabs = within(screen.getByRole('tablist', { name: 'Tax Center' }))
  expect(tabs.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Expenses',
    'Mileage',
    'Tax Documents',
  ])
  const year = screen.getByRole('combobox', { name: 'Tax year' })
  expect(
    within(year)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['2026', '2025', '2024'])
  expect(screen.getByRole('button', { name: 'Generate 1099-NEC' })).toBeVisible()
  expect(screen.getByText('Quarter 4, due Jan 15, 2027')).toBeVisible()
  expect(screen.getAllByText('$125.43')).toHaveLength(4)
})

test('a quarter before the first income has nothing due, and miles to come say when', async () => {
  signedInDriver()
  const { quarters } = aTaxYear()
  someTaxes({
    year: aTaxYear({
      waiting: 5,
      quarters: quarters.map((each) => ({
        ...each,
        estimated_tax_cents: each.quarter === 4 ? 1_200 : 0,
      })),
    }),
  })
  visit(TAX_CENTER)
  const estimates = within(await screen.findByRole('region', { name: 'Quarterly estimates' }))
  expect(estimates.getAllByText('Nothing due')).toHaveLength(3)
  expect(estimates.getByText('For what came in by Mar 31, 2026')).toBeVisible()
  expect(estimates.getByText('$12.00')).toBeVisible()
  expect(screen.getByText(/15.3% self-employment tax on 92.35%/)).toBeVisible()
  expect(screen.getByText(/miles; the miles of 5 orders are added a week after/)).toBeVisible()
})

test.each([
  ['Expenses', 'No expenses recorded for 2025'],
  ['Mileage', 'No mileage logs for 2025'],
  ['Tax Documents', 'No tax documents generated yet'],
])('without anything in the year the tab %s says so', async (tab, sentence) => {
  signedInDriver()
  someTaxes({ expenses: [anExpense()], driven: [aDrivenOrder()], documents: [aTaxDocument()] })
  const { router, user } = visit(TAX_CENTER)
  await user.click(await screen.findByRole('tab', { name: tab }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tax year' }), '2025')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(router.state.location.search).toMatchObject({ tab: 'tax-center', year: 2025 })
})

test('the tabs go by the arrow keys, and stand in the address', async () => {
  signedInDriver()
  someTaxes()
  const { router, user } = visit(TAX_CENTER)
  const overview = await screen.findByRole('tab', { name: 'Overview' })
  overview.focus()
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tax: 'documents' }))
  expect(screen.getByRole('tab', { name: 'Tax Documents' })).toHaveFocus()
})

test('an expense is written down, of today and for business unless it is said otherwise', async () => {
  signedInDriver()
  const sent = someTaxes()
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  await user.click(await screen.findByRole('button', { name: 'Add Expense' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Expense' }))
  await user.click(form.getByRole('button', { name: 'Add Expense' }))
  expect(await form.findByText('Write the amount')).toBeVisible()
  expect(form.getByText('Write what it was for')).toBeVisible()
  expect(sent).toEqual([])
  await user.selectOptions(form.getByLabelText('Category'), 'Supplies')
  await user.type(form.getByLabelText('Amount'), '12.5')
  await user.type(form.getByLabelText('Description'), 'Straps')
  const day = form.getByLabelText<HTMLInputElement>('Date').value
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
  await user.click(form.getByRole('button', { name: 'Add Expense' }))
  expect(await screen.findByText('Expense added.')).toBeVisible()
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/expenses',
      body: {
        category: 'supplies',
        amount_cents: 1250,
        description: 'Straps',
        date: day,
        is_business: true,
        odometer_miles: null,
      },
    },
  ])
})

test.each([
  ['photo', 'r.jpg', 'image/jpeg'],
  ['PDF', 'r.pdf', 'application/pdf'],
])('an expense with a %s as its receipt sends it after itself', async (_, name, type) => {
  signedInDriver()
  const sent = someTaxes()
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  await user.click(await screen.findByRole('button', { name: 'Add Expense' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Expense' }))
  await user.type(form.getByLabelText('Amount'), '7')
  await user.type(form.getByLabelText('Description'), 'Tape')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['x'], name, { type }))
  await user.click(form.getByRole('button', { name: 'Add Expense' }))
  expect(await screen.findByText('Expense added.')).toBeVisible()
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /expenses',
    'PUT /expenses/exp-new/receipt',
  ])
})

test('a refused expense says why, and keeps what was typed', async () => {
  signedInDriver()
  someTaxes()
  server.use(
    http.post('*/api/v1/drivers/drv-1/tax/expenses', () =>
      aProblem(409, 'A year holds up to 2,000 expenses. Remove some first.'),
    ),
  )
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  await user.click(await screen.findByRole('button', { name: 'Add Expense' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Expense' }))
  await user.type(form.getByLabelText('Amount'), '7')
  await user.type(form.getByLabelText('Description'), 'Tape')
  await user.click(form.getByRole('button', { name: 'Add Expense' }))
  expect(await form.findByRole('alert')).toHaveTextContent('A year holds up to 2,000 expenses.')
  expect(form.getByLabelText('Description')).toHaveValue('Tape')
})

test('expenses say whether they come off, and are removed after a question', async () => {
  signedInDriver()
  const fuel = anExpense({
    id: 'exp-2',
    category: 'fuel',
    description: 'Full tank',
    is_deductible: false,
  })
  const sent = someTaxes({ expenses: [anExpense(), fuel] })
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  expect(await screen.findByText('Within the mileage rate')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove Full tank' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Expense' }))
  expect(await screen.findByText('No expenses recorded for 2026')).toBeVisible()
  expect(sent).toEqual([{ method: 'DELETE', path: '/expenses/exp-2', body: null }])
})

test('a file is looked at before it is added', async () => {
  signedInDriver()
  someTaxes()
  const line = {
    category: 'phone',
    amount_cents: 4500,
    description: 'Plan',
    date: '2026-01-31',
    is_business: true,
    is_duplicate: false,
    problem: '',
  }
  const lines = [
    { ...line, number: 2 },
    { ...line, number: 3, is_duplicate: true },
  ]
  const asked = vi.fn()
  const base = '*/api/v1/drivers/drv-1/tax/expenses/import'
  server.use(
    http.post(`${base}/preview`, async ({ request }) => {
      asked('preview', await request.json())
      return HttpResponse.json({ added: 0, new: 1, duplicates: 1, refused: 0, lines })
    }),
    http.post(base, async ({ request }) => {
      asked('import', await request.json())
      return HttpResponse.json({ added: 1, new: 1, duplicates: 1, refused: 0, lines })
    }),
  )
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import expenses' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file][accept*=csv]')
  const text = 'date,category,amount,description\n'
  await user.upload(input as HTMLInputElement, new File([text], 'y.csv', { type: 'text/csv' }))
  expect(await dialog.findByText('1 expense to add, 1 there already.')).toBeVisible()
  expect(dialog.getByText(/Line 3: .* \(there already\)/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add 1 expense' }))
  expect(await screen.findByText('1 expense added.')).toBeVisible()
  expect(asked.mock.calls).toEqual([
    ['preview', { csv: text }],
    ['import', { csv: text }],
  ])
})

test('the miles of each order have their rate', async () => {
  signedInDriver()
  const waiting = aDrivenOrder({
    order_id: 'order-2',
    order_number: 10_043,
    business_miles: null,
    deduction_cents: null,
    is_worked_out: false,
  })
  someTaxes({ driven: [aDrivenOrder(), waiting] })
  visit(`${TAX_CENTER}&tax=mileage`)
  expect(await screen.findByText('Order #10042, Nov 2, 2026')).toBeVisible()
  expect(screen.getByText('7.25 mi')).toBeVisible()
  expect(screen.getByText(/at \$0\.76 a mile/)).toBeVisible()
  expect(screen.getByText('Not worked out yet')).toBeVisible()
  expect(screen.getByText('1 order is not worked out yet')).toBeVisible()
  expect(screen.getByText(/worked out a week after it began/)).toBeVisible()
})

test('before the miles of any order are worked out the sum is no zero', async () => {
  signedInDriver()
  const waiting = { business_miles: null, deduction_cents: null, is_worked_out: false }
  someTaxes({ driven: [aDrivenOrder(waiting)] })
  visit(`${TAX_CENTER}&tax=mileage`)
  expect(await screen.findByText('Not yet')).toBeVisible()
})

test('the form is made and shown as a copy that is not for filing', async () => {
  signedInDriver()
  const sent = someTaxes()
  const { user } = visit(TAX_CENTER)
  await user.click(await screen.findByRole('button', { name: 'Generate 1099-NEC' }))
  expect(await screen.findByText('Form 1099-NEC 2026')).toBeVisible()
  expect(screen.getByText('Recipient copy, not for filing')).toBeVisible()
  expect(screen.getByText('Below the reporting threshold')).toBeVisible()
  expect(screen.getByText('$1,510.00')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Tax Documents' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(sent.map(({ body }) => body)).toEqual([{ document_type: '1099_nec', tax_year: 2026 }])
})

test('what cannot be loaded is tried again', async () => {
  signedInDriver()
  someTaxes()
  server.use(
    http.get('*/api/v1/drivers/drv-1/tax/expenses', () => aProblem(403, 'Not today'), {
      once: true,
    }),
  )
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  expect(await screen.findByText('Your expenses could not be loaded')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No expenses recorded for 2026')).toBeVisible()
})

test('an expense that is edited shows how it was before', async () => {
  signedInDriver()
  const sent = someTaxes({ expenses: [anExpense()] })
  const before = {
    date: '2026-11-01',
    category: 'fuel',
    amount_cents: 4400,
    description: 'Plan',
    is_business: false,
    odometer_miles: null,
    has_receipt: false,
  }
  server.use(
    http.get('*/api/v1/drivers/drv-1/tax/expenses/exp-1/changes', () =>
      HttpResponse.json({
        items: [{ changed_at: '2026-11-03T12:00:00Z', is_removal: false, before }],
        next: null,
      }),
    ),
  )
  const { user } = visit(`${TAX_CENTER}&tax=expenses`)
  await user.click(await screen.findByRole('button', { name: 'Edit November plan' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Expense' }))
  expect(form.getByLabelText('Amount')).toHaveValue(45)
  const details = form.getByText('Earlier versions').closest('details')
  details?.setAttribute('open', '')
  details?.dispatchEvent(new Event('toggle'))
  expect(
    await form.findByText('Until Nov 3, 2026: Nov 1, 2026, Fuel, $44.00, Plan, not for business'),
  ).toBeVisible()
  await user.clear(form.getByLabelText('Amount'))
  await user.type(form.getByLabelText('Amount'), '46')
  await user.click(form.getByRole('button', { name: 'Save Expense' }))
  expect(await screen.findByText('Expense saved.')).toBeVisible()
  expect(sent[0]).toMatchObject({ method: 'PUT', body: { amount_cents: 4600, category: 'phone' } })
})
