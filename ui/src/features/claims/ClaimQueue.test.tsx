import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { claimsBackend, LISTED } from '@/testing/adminClaims'
import { aClaim } from '@/testing/claims'
import { visit } from '@/testing/render'
import { signedInAs } from '@/testing/session'

beforeEach(() => signedInAs({ userType: 'admin' }))

test('the queue shows what is to decide, and is narrowed by kind and state', async () => {
  const seen = claimsBackend()
  const { user } = visit('/admin?tab=claims')
  expect(await screen.findByText('Nobody came.')).toBeVisible()
  expect(screen.getByText(/overdue/)).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Ann Lee' })).toHaveAttribute(
    'href',
    '/admin?tab=people&person=usr_1',
  )
  expect(seen.queries.at(-1)).toBe('limit=20&undecided=true')
  await user.selectOptions(screen.getByLabelText('Problem'), 'damage')
  await user.selectOptions(screen.getByLabelText('State'), 'declined')
  await waitFor(() => expect(seen.queries.at(-1)).toBe('limit=20&kind=damage&state=declined'))
})

test('a row names the item and its customer, and how long there is to decide', async () => {
  const soon = new Date(Date.now() + 16.5 * 3_600_000).toISOString()
  claimsBackend().items = [{ ...LISTED, claim: aClaim({ item: 'Floor lamp', decision_due: soon }) }]
  visit('/admin?tab=claims')
  const row = within(await screen.findByRole('article', { name: /Order 10001/ }))
  expect(row.getByText('Floor lamp')).toBeVisible()
  expect(await row.findByRole('link', { name: 'Ann Lee' })).toBeVisible()
  expect(row.getByText('· in 16 h')).toBeVisible()
})

test('a list that the filters leave empty names them, and shows all at a press', async () => {
  const seen = claimsBackend()
  seen.items = []
  const { user } = visit('/admin?tab=claims&kind=damage')
  expect(await screen.findByText('No reports')).toBeVisible()
  await user.type(screen.getByLabelText('Search'), 'lamp')
  await waitFor(() =>
    expect(seen.queries.at(-1)).toBe('limit=20&search=lamp&kind=damage&undecided=true'),
  )
  const words =
    'Only these are shown: Problem: Something was damaged · State: To decide · Search: lamp.'
  expect(await screen.findByText(words)).toBeVisible()
  seen.items = [LISTED]
  await user.click(screen.getByRole('button', { name: 'Show all reports' }))
  expect(await screen.findByText('Nobody came.')).toBeVisible()
  expect(seen.queries.at(-1)).toBe('limit=20')
})
