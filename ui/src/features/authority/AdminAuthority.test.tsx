import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aCredential } from '@/testing/credentials'
import { aDocument } from '@/testing/documents'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const ROW = {
  id: 'aut_1',
  origin: 'NY',
  destination: 'NJ',
  service_type: 'delivery',
  needs: 'with_credential',
  since: '2026-02-01',
  least_cover_cents: 75_000_000,
  source: '49 CFR 372.235',
  confirmed_by: 'Ann Lee',
  confirmed_on: '2026-01-31',
  recorded_at: '2026-01-31T12:00:00Z',
}

/** What the server is told to do, and in which status credentials were asked for. */
function serveAuthority(isInForce = true, credential = aCredential()) {
  const done: string[] = []
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/v1/authority/credentials', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('status'))
      const listed = {
        credential,
        driver_id: 'drv_gil',
        user_id: 'usr_gil',
        driver_name: 'Gil Drives',
      }
      return HttpResponse.json({ items: done.length > 0 ? [] : [listed], next: null })
    }),
    http.get('*/api/v1/authority/rows', () =>
      HttpResponse.json({ is_in_force: isInForce, rows: isInForce ? [ROW] : [] }),
    ),
    http.post('*/api/v1/authority/credentials/crd_1/:what', async ({ params, request }) => {
      const { note } = (await request.json()) as { note: string }
      done.push(`${params.what}: ${note}`)
      return HttpResponse.json(aCredential({ status: 'verified', note }))
    }),
  )
  return { done, asked }
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('a credential is verified with where it was looked up, and leaves the queue', async () => {
  const { done } = serveAuthority()
  const { user } = visit('/admin?tab=authority')
  const row = await screen.findByRole('article', { name: 'USDOT number of Gil Drives' })
  expect(row).toHaveTextContent('1234567')
  await user.click(within(row).getByRole('button', { name: 'Verify' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Verify Credential' }))
  expect(dialog).toHaveTextContent('Write a few words.')
  await user.type(within(dialog).getByRole('textbox'), 'SAFER')
  await user.click(within(dialog).getByRole('button', { name: 'Verify Credential' }))
  expect(await screen.findByText('Nothing to check')).toBeVisible()
  expect(done).toEqual(['verify: SAFER'])
})

test('the document that proves a credential stands beside it', async () => {
  const document = aDocument({ file_name: 'mc.pdf', scan: 'not_scanned' })
  serveAuthority(true, aCredential({ document }))
  visit('/admin?tab=authority')
  const row = await screen.findByRole('article', { name: 'USDOT number of Gil Drives' })
  expect(row).toHaveTextContent('mc.pdf')
  expect(row).toHaveTextContent('The file was not scanned for viruses.')
  expect(within(row).getByRole('link', { name: 'Download Document of USDOT number' })).toBeVisible()
})

test('one without a document says so', async () => {
  serveAuthority()
  visit('/admin?tab=authority')
  expect(await screen.findByText('No document was sent.')).toBeVisible()
})

test('credentials of another status are asked for by the address', async () => {
  const { asked } = serveAuthority()
  visit('/admin?tab=authority&credentials=verified')
  await screen.findByRole('article', { name: 'USDOT number of Gil Drives' })
  expect(asked).toEqual(['verified'])
})

test('the table says what a lane needs, from when and by whom', async () => {
  serveAuthority()
  visit('/admin?tab=authority')
  const table = within(await screen.findByRole('region', { name: 'What is sold where' }))
  const row = await table.findByRole('listitem')
  expect(row).toHaveTextContent('Delivery, NY to NJ')
  expect(row).toHaveTextContent('From Feb 1, 2026')
  expect(row).toHaveTextContent('insurance of at least $750,000.00')
  expect(row).toHaveTextContent('Confirmed by Ann Lee')
})

test('where no real money is taken the table says that it does not count', async () => {
  serveAuthority(false)
  visit('/admin?tab=authority')
  expect(await screen.findByText('Everything is open here')).toBeVisible()
  expect(screen.getByText('No row is recorded.')).toBeVisible()
})

test('a table that cannot be loaded is asked for again', async () => {
  serveAuthority()
  server.use(http.get('*/api/v1/authority/rows', () => aProblem(503, 'Down.')))
  const { user } = visit('/admin?tab=authority')
  const table = within(await screen.findByRole('region', { name: 'What is sold where' }))
  const again = await table.findByRole('button', { name: 'Try Again' })
  serveAuthority()
  await user.click(again)
  expect(await table.findByText('49 CFR 372.235', { exact: false })).toBeVisible()
})
