import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aDrivenOrder, aMileageEntry, someTaxes } from '@/testing/taxes'

const MILEAGE = '/driver-dashboard?tab=tax-center&tax=mileage'
const ENTRIES = '*/api/v1/drivers/drv-1/tax/mileage/entries'

test('miles are written down, of today and for business unless it is said otherwise', async () => {
  signedInDriver()
  const sent = someTaxes()
  const { user } = visit(MILEAGE)
  expect(await screen.findByText('No mileage logs for 2026')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add Mileage' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Mileage' }))
  await user.type(form.getByLabelText('From'), 'Home')
  await user.click(form.getByRole('button', { name: 'Add Mileage' }))
  expect(await form.findByText('Write the miles')).toBeVisible()
  expect(form.getByText('Write both places or a note')).toBeVisible()
  expect(form.getByLabelText('Miles')).toHaveFocus()
  await user.type(form.getByLabelText('Miles'), '2000.01')
  await user.type(form.getByLabelText('To'), 'Garage')
  await user.click(form.getByRole('button', { name: 'Add Mileage' }))
  expect(await form.findByText('At most 2,000 miles')).toBeVisible()
  expect(sent).toEqual([])
  await user.clear(form.getByLabelText('Miles'))
  await user.type(form.getByLabelText('Miles'), '12.5')
  await user.type(form.getByLabelText('Vehicle'), 'Van')
  await user.type(form.getByLabelText('Fuel cost ($)'), '4.5')
  const day = form.getByLabelText<HTMLInputElement>('Date').value
  await user.click(form.getByRole('button', { name: 'Add Mileage' }))
  expect(await screen.findByText('Mileage added.')).toBeVisible()
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/mileage/entries',
      body: {
        date: day,
        miles: 12.5,
        purpose: 'business',
        from_place: 'Home',
        to_place: 'Garage',
        note: '',
        vehicle_used: 'Van',
        fuel_cost_cents: 450,
      },
    },
  ])
  expect(await screen.findByRole('heading', { name: 'Written down' })).toBeVisible()
})

test('refused miles say why, and keep what was typed', async () => {
  signedInDriver()
  someTaxes()
  server.use(
    http.post(ENTRIES, () =>
      aProblem(409, 'A year holds up to 2,000 mileage entries. Remove some first.'),
    ),
  )
  const { user } = visit(MILEAGE)
  await user.click(await screen.findByRole('button', { name: 'Add Mileage' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Mileage' }))
  await user.type(form.getByLabelText('Miles'), '7')
  await user.type(form.getByLabelText('Note'), 'Tires')
  await user.click(form.getByRole('button', { name: 'Add Mileage' }))
  expect(await form.findByRole('alert')).toHaveTextContent('A year holds up to 2,000 mileage')
  expect(form.getByLabelText('Note')).toHaveValue('Tires')
})

test('what was written down can be removed after a question, and what orders drove cannot', async () => {
  signedInDriver()
  const gym = aMileageEntry({
    id: 'mil-2',
    purpose: 'personal',
    from_place: '',
    to_place: '',
    note: 'Gym',
    deduction_cents: 0,
  })
  const sent = someTaxes({ driven: [aDrivenOrder()], entries: [aMileageEntry(), gym] })
  const { user } = visit(MILEAGE)
  expect(await screen.findByText('Home to Garage, Nov 3, 2026')).toBeVisible()
  expect(await screen.findByText('Order #10042, Nov 2, 2026')).toBeVisible()
  expect(screen.getByText('2021 Ford Transit · Verified by positions')).toBeVisible()
  expect(screen.getAllByText('Not verified')).toHaveLength(2)
  expect(screen.getByText('12.5 mi personal, which do not count')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^(Edit|Remove) / })).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Remove Gym, Nov 3, 2026' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Mileage' }))
  await vanished('Written down')
  expect(sent).toEqual([{ method: 'DELETE', path: '/mileage/entries/mil-2', body: null }])
})

test('miles that are edited show how they were before', async () => {
  signedInDriver()
  const sent = someTaxes({ entries: [aMileageEntry()] })
  const before = {
    date: '2026-11-02',
    miles: '10.00',
    purpose: 'personal',
    from_place: 'Home',
    to_place: 'Garage',
    note: '',
  }
  server.use(
    http.get(`${ENTRIES}/mil-1/changes`, () =>
      HttpResponse.json({
        items: [{ changed_at: '2026-11-03T12:00:00Z', is_removal: false, before }],
        next: null,
      }),
    ),
  )
  const { user } = visit(MILEAGE)
  await user.click(await screen.findByRole('button', { name: /^Edit Home to Garage/ }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Mileage' }))
  expect(form.getByLabelText('Miles')).toHaveValue(12.5)
  const details = form.getByText('Earlier versions').closest('details')
  details?.setAttribute('open', '')
  details?.dispatchEvent(new Event('toggle'))
  expect(
    await form.findByText('Until Nov 3, 2026: Nov 2, 2026, 10 mi, Personal, Home to Garage'),
  ).toBeVisible()
  await user.selectOptions(form.getByLabelText('Purpose'), 'Personal')
  await user.click(form.getByRole('button', { name: 'Save Mileage' }))
  expect(await screen.findByText('Mileage saved.')).toBeVisible()
  expect(sent[0]).toMatchObject({ method: 'PUT', body: { miles: 12.5, purpose: 'personal' } })
})

test('entries that cannot be loaded are tried again, and the orders stand meanwhile', async () => {
  signedInDriver()
  someTaxes({ driven: [aDrivenOrder()] })
  server.use(http.get(ENTRIES, () => aProblem(403, 'Not today'), { once: true }))
  const { user } = visit(MILEAGE)
  expect(
    await screen.findByText('The mileage that you wrote down could not be loaded'),
  ).toBeVisible()
  expect(await screen.findByText('Order #10042, Nov 2, 2026')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await vanished('The mileage that you wrote down could not be loaded')
})

async function vanished(words: string) {
  await expect.poll(() => screen.queryByText(words)).toBeNull()
}
