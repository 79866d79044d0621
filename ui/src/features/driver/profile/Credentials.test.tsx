import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { CredentialIn, CredentialOut } from '@/api/generated/types.gen'
import { aCredential } from '@/testing/credentials'
import { aDocument } from '@/testing/documents'
import { signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

async function openCredentials(items: CredentialOut[] = []) {
  signedInDriver()
  const sent: CredentialIn[] = []
  server.use(
    http.get('*/api/v1/drivers/me/credentials', () => HttpResponse.json({ items })),
    http.post('*/api/v1/drivers/me/credentials', async ({ request }) => {
      const body = (await request.json()) as CredentialIn
      sent.push(body)
      items.unshift(aCredential({ id: `crd_${sent.length}`, kind: body.kind, number: body.number }))
      return HttpResponse.json(items[0], { status: 201 })
    }),
    http.delete('*/api/v1/drivers/me/credentials/:id', () => {
      const [gone] = items.splice(0, 1)
      return HttpResponse.json({ ...gone, status: 'withdrawn' })
    }),
  )
  const { user } = visit('/driver-dashboard/profile')
  const section = within(await screen.findByRole('region', { name: 'Carrier credentials' }))
  return { user, section, sent }
}

test('insurance is recorded with insurer, cover and last day, each asked for', async () => {
  const { user, section, sent } = await openCredentials()
  expect(await section.findByText('You have not recorded any.')).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Add credential' }))
  await user.selectOptions(section.getByLabelText('Credential'), 'Insurance')
  await user.click(section.getByRole('button', { name: 'Send for Checking' }))
  expect(section.getByLabelText('Policy number')).toHaveAccessibleDescription('Enter the number')
  expect(section.getByLabelText('Cover in dollars')).toHaveAccessibleDescription(
    'At least $100,000',
  )
  await user.type(section.getByLabelText('Policy number'), 'P 77')
  await user.type(section.getByLabelText('Insurer'), 'Empire Mutual')
  await user.type(section.getByLabelText('Cover in dollars'), '250,000')
  await user.type(section.getByLabelText('Last day'), '2031-05-01')
  await user.click(section.getByRole('button', { name: 'Send for Checking' }))
  expect(await section.findByText('Waiting to be checked')).toBeVisible()
  expect(sent).toEqual([
    {
      kind: 'insurance',
      number: 'P 77',
      issuer: 'Empire Mutual',
      cover_cents: 25_000_000,
      expires_on: '2031-05-01',
    },
  ])
})

test('what the server refuses of a field is said at that field', async () => {
  const { user, section } = await openCredentials()
  server.use(
    http.post('*/api/v1/drivers/me/credentials', () =>
      aProblem(422, 'expires_on: must not be in the past', 'invalid_input', 'expires_on'),
    ),
  )
  await user.click(await section.findByRole('button', { name: 'Add credential' }))
  await user.type(section.getByLabelText('USDOT number'), '1234567')
  await user.click(section.getByRole('button', { name: 'Send for Checking' }))
  const day = section.getByLabelText('Last day (if it has one)')
  await expect.poll(() => day).toHaveAccessibleDescription('Must not be in the past')
})

test('a refusal tells its reason, and one that has ended that it does not count', async () => {
  const { section } = await openCredentials([
    aCredential({ status: 'rejected', note: 'Not active at FMCSA.' }),
    aCredential({
      id: 'crd_2',
      kind: 'state_certificate',
      state: 'NY',
      status: 'verified',
      expires_on: '2020-05-01',
    }),
  ])
  expect(await section.findByText('Not active at FMCSA.')).toBeVisible()
  const ended = section.getByRole('listitem', { name: 'State certificate, NY' })
  expect(ended).toHaveTextContent('Expired')
  expect(ended).toHaveTextContent('It ended on May 1, 2020')
})

test('a document is sent to the credential that waits, and stands beside it', async () => {
  const items = [aCredential()]
  const { user, section } = await openCredentials(items)
  const sent: string[] = []
  server.use(
    http.put('*/api/v1/document-uploads/:client/:offset', ({ request }) => {
      const query = new URL(request.url).searchParams
      sent.push(`${query.get('type')} ${query.get('credential_id')}`)
      items[0] = aCredential({ document: aDocument({ file_name: 'mc.pdf' }) })
      return HttpResponse.json({ received: 4, document: { id: 'doc_1' } })
    }),
  )
  const input = await section.findByLabelText('Document of USDOT number: choose a file')
  await user.upload(input, new File(['%PDF'], 'mc.pdf', { type: 'application/pdf' }))
  expect(await section.findByText('mc.pdf')).toBeVisible()
  expect(sent).toEqual(['carrier_credential crd_1'])
  expect(section.getByRole('button', { name: 'Preview Document of USDOT number' })).toBeVisible()
})

test('what was decided about takes no other document', async () => {
  const document = aDocument({ file_name: 'mc.pdf' })
  const { section } = await openCredentials([aCredential({ status: 'verified', document })])
  expect(await section.findByText('mc.pdf')).toBeVisible()
  expect(section.queryByRole('button', { name: /Send another/ })).toBeNull()
})

test('a credential is withdrawn after a question', async () => {
  const { user, section } = await openCredentials([aCredential({ status: 'verified' })])
  await user.click(await section.findByRole('button', { name: 'Withdraw USDOT number' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }),
  )
  expect(await section.findByText('You have not recorded any.')).toBeVisible()
})
