import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { AuditEntryOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const HASH = 'a'.repeat(64)
const ENTRY: AuditEntryOut = {
  number: 7,
  at: '2026-11-20T15:00:00Z',
  actor_id: 'usr_boss',
  actor_role: 'admin',
  action: 'claim_decided',
  object_kind: 'order',
  object_id: 'ord_1',
  facts: { claim: 'clm_1', refund_cents: 500, goodwill: false, split: null },
  question: '',
  previous_hash: HASH,
  hash: HASH,
}

function backend() {
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/audit', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      return HttpResponse.json({ items: searchParams.has('action') ? [] : [ENTRY], next: null })
    }),
    http.get('*/api/v1/people/names', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('id')
      return HttpResponse.json(ids.map((id) => ({ id, name: 'Wei Zhang' })))
    }),
    http.get('*/api/v1/audit/export', ({ request }) => {
      asked.push(`export ${new URL(request.url).searchParams}`)
      return new HttpResponse('"number"\r\n', { headers: { 'Content-Type': 'text/csv' } })
    }),
  )
  return asked
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('an entry says who did what to whom, and leads to each of them', async () => {
  backend()
  visit('/admin?tab=audit')
  const entry = within(await screen.findByRole('article', { name: 'Entry 7' }))
  expect(entry.getByText('Reported problem decided')).toBeVisible()
  for (const [name, href] of [
    ['ord_1', '/admin?tab=orders&search=ord_1&order=ord_1'],
    ['clm_1', '/admin?tab=claims&claim=clm_1'],
  ] as const)
    expect(entry.getByRole('link', { name })).toHaveAttribute('href', href)
  expect(await entry.findByRole('link', { name: 'Wei Zhang' })).toHaveAttribute(
    'href',
    '/admin?tab=people&person=usr_boss',
  )
  expect(entry.getByText('refund').nextSibling).toHaveTextContent('$5.00')
  expect(entry.getByText('goodwill').nextSibling).toHaveTextContent('no')
  expect(entry.queryByText('split')).not.toBeInTheDocument()
})

test('the trail is narrowed by what the address says, and exported as it is narrowed', async () => {
  const asked = backend()
  const { user } = visit(
    '/admin?tab=audit&actor=operator&subject=acc_1&from=2026-11-20&until=2026-11-20',
  )
  await screen.findByRole('article', { name: 'Entry 7' })
  const narrowed =
    'actor_id=operator&object_id=acc_1&date_from=2026-11-20T05%3A00%3A00.000Z&date_to=2026-11-21T05%3A00%3A00.000Z'
  expect(asked[0]).toBe(`limit=50&${narrowed}`)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choice = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await user.click(choice.getByRole('checkbox', { name: 'Hash' }))
  await user.click(choice.getByRole('checkbox', { name: 'Role' }))
  await user.click(choice.getByRole('button', { name: 'Done' }))
  expect(screen.getByText(HASH)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export audit' }))
  await user.click(dialog.getByRole('button', { name: 'Download CSV' }))
  await screen.findByText('haulage-audit.csv was saved.')
  expect(asked.at(-1)).toContain(narrowed)
  expect(asked.at(-1)).toContain('columns=hash')
  expect(asked.at(-1)).not.toContain('columns=role')
  await user.selectOptions(screen.getByLabelText('Action'), 'Role changed')
  await waitFor(() => expect(asked.at(-1)).toContain('action=role_changed'))
  expect(await screen.findByText('No entries found')).toBeVisible()
})
