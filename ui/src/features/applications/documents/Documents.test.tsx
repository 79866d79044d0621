import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ReviewedDocumentOut } from '@/api/generated/types.gen'
import { aReviewed } from '@/testing/documents'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { Documents } from './Documents'
import { detailsOf, heldUnderTwoYears, sent } from './details'

function serveReview(first: ReviewedDocumentOut, refusal?: () => Response) {
  const done: unknown[] = []
  let reviewed = first
  server.use(
    http.get('*/api/v1/onboarding/applications/app_1/documents', () =>
      HttpResponse.json({ items: [reviewed], next: null }),
    ),
    http.post('*/api/v1/onboarding/documents/doc_1/:what', async ({ params, request }) => {
      done.push([params.what, await request.json()])
      if (refusal) return refusal()
      const status = params.what === 'approve' ? 'approved' : 'rejected'
      reviewed = aReviewed({ status, version: 3 })
      return HttpResponse.json(reviewed)
    }),
  )
  return done
}

beforeEach(() => signedInAs({ userType: 'admin' }))

const open = async () => {
  const { user } = show(<Documents applicationId="app_1" />)
  await user.click(await screen.findByRole('button', { name: /Driver’s license/ }))
  return user
}

test('a document lies beside what was typed, and is approved with what is read', async () => {
  const done = serveReview(aReviewed({}, { remarks: ['The file was not scanned for viruses.'] }))
  const user = await open()
  expect(screen.getByText(/^Not handed in: Proof of age, /)).toBeInTheDocument()
  // In its line, which shows when it is closed too, and beside what was read.
  expect(screen.getAllByText('The file was not scanned for viruses.')).toHaveLength(2)
  expect(screen.getByLabelText(/^Number/)).toHaveValue('D1234567')
  await user.type(screen.getByLabelText(/^Issued on/), '2026-01-02')
  expect(screen.getByText('This license has been held for under 2 years.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Approve Document' }))
  expect(await screen.findByRole('button', { name: 'Ask Again' })).toBeInTheDocument()
  expect(done).toEqual([
    [
      'approve',
      {
        version: 2,
        number: 'D1234567',
        issued_on: '2026-01-02',
        authority: 'NY',
        expires_on: '2030-01-01',
        coverage_cents: null,
      },
    ],
  ])
})

test('what keeps it from being approved is said beside its field', async () => {
  serveReview(aReviewed(), () =>
    aProblem(422, 'issued_on: is required for this document', 'invalid_input', 'issued_on'),
  )
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Approve Document' }))
  expect(await screen.findByText('Is required for this document')).toBeInTheDocument()
  expect(screen.getByLabelText(/^Issued on/)).toBeInvalid()
})

test('a rejection has a reason, and a second reviewer reads that it was changed', async () => {
  const done = serveReview(aReviewed(), () =>
    aProblem(409, 'The document was changed.', 'conflict'),
  )
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Reject Document' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'It is blurred')
  await user.click(dialog.getByRole('button', { name: 'Reject Document' }))
  expect(
    await dialog.findByText(/^Somebody else changed this document meanwhile/),
  ).toBeInTheDocument()
  expect(done).toEqual([['reject', { version: 2, reason: 'It is blurred' }]])
})

test('whoever approves what another one has decided reads so, though the form is gone', async () => {
  serveReview(aReviewed(), () => {
    serveReview(aReviewed({ status: 'approved' }))
    return aProblem(409, 'The document was changed.', 'conflict')
  })
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Approve Document' }))
  expect(await screen.findByText(/^Somebody else changed this document meanwhile/)).toBeVisible()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Approve Document' })).not.toBeInTheDocument(),
  )
})

test('an amount in dollars is sent in cents, and what is no amount as none', () => {
  const read = { ...detailsOf(aReviewed().typed), coverage: '$300,000' }
  expect(sent(read, 1).coverage_cents).toBe(30_000_000)
  expect(sent({ ...read, coverage: 'much' }, 1).coverage_cents).toBeNull()
})

test('a license is held for two years from the day of issue', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  expect(heldUnderTwoYears('2024-11-27', now)).toBe(true)
  expect(heldUnderTwoYears('2024-11-26', now)).toBe(false)
  expect(heldUnderTwoYears('', now)).toBe(false)
})
