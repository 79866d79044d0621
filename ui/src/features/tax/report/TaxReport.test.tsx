import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TaxReportOut, WithholdingYearOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const LAST_YEAR = new Date().getFullYear() - 1

const report: TaxReportOut = {
  year: LAST_YEAR,
  form: 'nec',
  totals: {
    drivers: 2,
    earnings_cents: 250_000,
    tips_cents: 1_000,
    gross_cents: 251_000,
    payments: 40,
    withheld_cents: 2_400,
    to_report: 2,
    without_w9: 1,
  },
  items: [
    {
      driver_id: 'drv-1',
      name: 'Ann Driver',
      earnings_cents: 249_000,
      tips_cents: 1_000,
      gross_cents: 250_000,
      payments: 39,
      withheld_cents: 0,
      is_reported: true,
      has_w9: true,
      last4: '9999',
    },
    {
      driver_id: 'drv-2',
      name: 'Bo Driver',
      earnings_cents: 1_000,
      tips_cents: 0,
      gross_cents: 1_000,
      payments: 1,
      withheld_cents: 2_400,
      is_reported: true,
      has_w9: false,
      last4: '',
    },
  ],
  next: null,
}

const withholding: WithholdingYearOut = {
  tax_year: LAST_YEAR,
  payable_cents: 24_000,
  months: [
    {
      period: `${LAST_YEAR}-11`,
      withheld_cents: 30_000,
      remitted_cents: 6_000,
      due_cents: 24_000,
      due_on: `${LAST_YEAR}-12-15`,
    },
    {
      period: `${LAST_YEAR}-12`,
      withheld_cents: 0,
      remitted_cents: 0,
      due_cents: 0,
      due_on: null,
    },
  ],
  remittances: [
    {
      id: 'rem-1',
      period: `${LAST_YEAR}-11`,
      amount_cents: 6_000,
      reference: 'EFTPS-1',
      paid_on: `${LAST_YEAR}-12-01`,
      recorded_at: `${LAST_YEAR}-12-01T15:00:00Z`,
    },
  ],
}
const WITHHOLDING = '*/api/v1/tax-report/:year/withholding'

beforeEach(() => {
  signedInAs({ userType: 'admin' })
  server.use(http.get(WITHHOLDING, () => HttpResponse.json(withholding)))
  server.use(http.get('*/api/v1/tax-report/:year', () => HttpResponse.json(report)))
})

test('a year over all drivers says what was paid, withheld, and which forms are due', async () => {
  visit(`/admin?tab=tax&taxYear=${LAST_YEAR}`)
  await screen.findByText('$2,510.00')
  expect(screen.getByText('1 without Form W-9')).toBeVisible()
  expect(screen.getByText('39 payments · number ending in 9999')).toBeVisible()
  expect(screen.getByText('No Form W-9')).toBeVisible()
})

test('forms are not saved while one is missing, unless it is left out', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  server.use(
    http.post('*/api/v1/tax-report/filing', async ({ request }) => {
      const { leave_out: leaveOut } = (await request.json()) as { leave_out: boolean }
      if (!leaveOut) return aProblem(409, 'Nothing was exported. drv-2: has given no Form W-9.')
      const files = [{ name: 'iris.csv', forms: 1, is_correction: false, content: 'Form Type' }]
      const left = [{ driver_id: 'drv-2', reason: 'has given no Form W-9' }]
      return HttpResponse.json({
        tax_year: LAST_YEAR,
        form: 'nec',
        originals: 1,
        corrections: 0,
        left_out: left,
        files,
      })
    }),
  )
  const { user } = visit(`/admin?tab=tax&taxYear=${LAST_YEAR}`)
  await user.click(await screen.findByRole('button', { name: 'Export Forms 1099-NEC' }))
  await screen.findByText(/drv-2: has given no Form W-9/)
  expect(saved).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Export Without the 1 Missing' }))
  await screen.findByText('1 forms and 0 corrections were saved, 1 left out.')
  expect(saved).toHaveBeenCalledOnce()
})

test('a report that cannot be loaded is tried again', async () => {
  server.use(http.get('*/api/v1/tax-report/:year', () => aProblem(500, 'Down')))
  visit('/admin?tab=tax')
  await screen.findByText('The tax report could not be loaded')
})

test('what is due to the tax office is shown by month, and a payment of it recorded', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/tax-report/remittances', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) return aProblem(409, 'At most $200.00 can be paid for this month.')
      server.use(
        http.get(WITHHOLDING, () =>
          HttpResponse.json({ ...withholding, payable_cents: 0, months: [], remittances: [] }),
        ),
      )
      return HttpResponse.json({ ...withholding.remittances[0], id: 'rem-2' }, { status: 201 })
    }),
  )
  const { user } = visit(`/admin?tab=tax&taxYear=${LAST_YEAR}`)
  const part = await screen.findByRole('region', { name: 'Withholding' })
  expect(within(part).getByText(`Dec 15, ${LAST_YEAR}`, { exact: false })).toBeVisible()
  expect(within(part).getByText('$240.00 due')).toBeVisible()
  expect(within(part).getByText(/\$60\.00 paid on .* · EFTPS-1/)).toBeVisible()
  expect(within(part).queryByText(`December ${LAST_YEAR}`)).toBeNull()
  await user.click(screen.getByRole('button', { name: `Record Payment for November ${LAST_YEAR}` }))
  const form = await screen.findByRole('dialog', { name: `Payment for November ${LAST_YEAR}` })
  const amount = within(form).getByLabelText('Amount')
  expect(amount).toHaveValue(240)
  await user.clear(amount)
  await user.type(amount, '240.01')
  await user.type(within(form).getByLabelText('Reference'), 'two words')
  await user.click(within(form).getByRole('button', { name: 'Record Payment' }))
  await within(form).findByText('At most $240.00')
  expect(within(form).getByText(/without spaces/)).toBeVisible()
  expect(sent).toEqual([])
  await user.clear(amount)
  await user.type(amount, '240')
  await user.clear(within(form).getByLabelText('Reference'))
  await user.type(within(form).getByLabelText('Reference'), 'EFTPS-2')
  await user.click(within(form).getByRole('button', { name: 'Record Payment' }))
  await within(form).findByText('At most $200.00 can be paid for this month.')
  await user.click(within(form).getByRole('button', { name: 'Record Payment' }))
  await screen.findByText('Payment recorded.')
  expect(sent[1]).toMatchObject({
    period: `${LAST_YEAR}-11`,
    amount_cents: 24_000,
    reference: 'EFTPS-2',
  })
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Withholding' })).toBeNull())
})
