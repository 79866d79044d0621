import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { aStanding, payoutsOfDriver } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aTaxpayer, aW9Form, someTaxes } from '@/testing/taxes'

const DOCUMENTS = '/driver-dashboard?tab=tax-center&tax=documents'

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Form W-9' }))

test('a driver without a form is told what follows, and signs one', async () => {
  signedInDriver()
  const sent = someTaxes()
  const { user } = visit(DOCUMENTS)
  await screen.findByText(/24% of every payout is withheld/)
  await user.click(screen.getByRole('button', { name: 'Fill In Form W-9' }))
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Sign Form W-9' }))
  expect(form.getByText('Write your name')).toBeVisible()
  expect(form.getByText('Write all nine digits')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(form.getByLabelText('Name, as on your tax return'), 'Ann Driver')
  await user.type(form.getByLabelText('Street address'), '12 Pine Street')
  await user.type(form.getByLabelText('City'), 'Brooklyn')
  await user.type(form.getByLabelText('ZIP Code'), '11201')
  await user.type(form.getByLabelText('Social Security number'), '219-09-9999')
  await user.type(form.getByLabelText('Sign with your name'), 'Ann Driver')
  expect(form.getByText('1. The number is correct.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Sign Form W-9' }))
  await screen.findByText('Social Security number ending in 9999')
  expect(screen.queryByText(/219-09/)).not.toBeInTheDocument()
  expect(sent).toMatchObject([
    {
      method: 'POST',
      path: '/w9',
      body: {
        number: '219-09-9999',
        number_type: 'ssn',
        is_subject_to_withholding: false,
        certification: 'w9-2024-03',
      },
    },
  ])
})

test('a business gives its EIN, and what the server refuses stands at its field', async () => {
  signedInDriver()
  someTaxes({ taxpayer: aTaxpayer({ form: aW9Form(), is_withholding: false }) })
  server.use(
    http.post('*/tax/w9', () => aProblem(422, 'number: must be an EIN', 'invalid_input', 'number')),
  )
  const { user } = visit(DOCUMENTS)
  await user.click(await screen.findByRole('button', { name: 'Update Form W-9' }))
  const form = await dialog()
  await user.selectOptions(
    form.getByLabelText('Federal tax classification'),
    'LLC taxed as a C corporation',
  )
  await user.type(form.getByLabelText('Employer identification number'), '00-1234567')
  await user.type(form.getByLabelText('Sign with your name'), 'Ann')
  await user.click(form.getByRole('button', { name: 'Sign Form W-9' }))
  expect(await form.findByLabelText('Employer identification number')).toHaveFocus()
  expect(form.getByLabelText('Employer identification number')).toBeInvalid()
})

test('while nothing is given every payout shows what is withheld, and leads to the form', async () => {
  signedInDriver()
  payoutsOfDriver({ standing: aStanding({ withheld_per_million: 240_000 }) })
  const { user } = visit('/driver-dashboard?tab=instant-payouts')
  const shown = within(await screen.findByRole('region', { name: 'Instant Payout' }))
  await user.type(await shown.findByLabelText('Amount'), '100')
  const line = (term: string) => shown.getByText(term).nextElementSibling?.textContent
  expect([line('Withheld for taxes'), line('Net amount')]).toEqual(['-$24.00', '$69.00'])
  await user.click(shown.getByText('Standard (Free)'))
  expect([line('Withheld for taxes'), line('Net amount')]).toEqual(['-$24.00', '$76.00'])
  expect(shown.getByRole('link', { name: 'Open Form W-9' })).toHaveAttribute(
    'href',
    '/driver-dashboard?tab=tax-center&tax=documents',
  )
})
