import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { openAccount, section } from '@/testing/account'
import { aSavedCard, cardsApi, MASTERCARD } from '@/testing/cards'
import { aProblem, server } from '@/testing/server'
import { aSession } from '@/testing/session'

const EXPIRED = aSavedCard({
  id: 'crd-old',
  last4: '0001',
  expiry_month: 3,
  expiry_year: 2024,
  has_expired: true,
  is_default: false,
})

async function confirmRemoval(user: ReturnType<typeof openAccount>['user']) {
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
}

test('cards are shown by brand, last four digits and expiry, and one is removed', async () => {
  server.use(...cardsApi(aSavedCard(), MASTERCARD).handlers)
  const { user } = openAccount()
  const cards = await section('Saved cards')
  expect(await cards.findByText('Visa ending 4242')).toBeVisible()
  expect(cards.getByText('Expires 12/34 · Default')).toBeVisible()
  await user.click(cards.getByRole('button', { name: 'Remove Visa ending 4242' }))
  await confirmRemoval(user)
  await expect.poll(() => cards.queryByText('Visa ending 4242')).toBeNull()
  expect(cards.getByText('Mastercard ending 4444')).toBeVisible()
})

test('another card becomes the default, but no expired one', async () => {
  server.use(...cardsApi(aSavedCard(), MASTERCARD, EXPIRED).handlers)
  const { user } = openAccount()
  const cards = await section('Saved cards')
  expect(await cards.findByText('Expired 03/24')).toBeVisible()
  expect(cards.queryByRole('button', { name: 'Make Visa ending 0001 the default' })).toBeNull()
  await user.click(cards.getByRole('button', { name: 'Make Mastercard ending 4444 the default' }))
  const [first] = await cards.findAllByText(/ending/)
  await expect
    .poll(() => cards.getAllByText(/ending/)[0]?.textContent)
    .toBe('Mastercard ending 4444')
  expect(first).toBeDefined()
})

test('a card that could not be removed stays', async () => {
  server.use(...cardsApi(aSavedCard()).handlers)
  server.use(http.delete('*/api/v1/me/cards/:id', () => aProblem(503, 'Please try again later')))
  const { user } = openAccount()
  const cards = await section('Saved cards')
  await user.click(await cards.findByRole('button', { name: 'Remove Visa ending 4242' }))
  await confirmRemoval(user)
  expect(await screen.findByText('Please try again later')).toBeVisible()
  expect(cards.getByText('Visa ending 4242')).toBeVisible()
})

test('without a card it says how one is saved', async () => {
  openAccount()
  const cards = await section('Saved cards')
  expect(await cards.findByText(/^None yet\. Tick/)).toBeVisible()
})

test('an administrator, who pays nothing, has no cards', async () => {
  openAccount({ session: aSession({ userType: 'admin' }) })
  await section('Email')
  expect(screen.queryByRole('region', { name: 'Saved cards' })).toBeNull()
})
