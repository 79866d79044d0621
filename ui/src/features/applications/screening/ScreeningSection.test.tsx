import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aReviewedApplication } from '@/testing/applications'
import { visit } from '@/testing/render'
import { aResult, aReviewedScreening, aScreening, screeningBackend } from '@/testing/screenings'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const FILE = '/admin?tab=applications&application=app_1'

beforeEach(() => {
  signedInAs({ userType: 'admin' })
  server.use(
    http.get('*/api/v1/onboarding/applications/app_1', () =>
      HttpResponse.json(aReviewedApplication()),
    ),
    http.get('*/api/v1/onboarding/applications', () =>
      HttpResponse.json({ items: [], next: null }),
    ),
  )
})

test('without consent nothing can be ordered', async () => {
  screeningBackend()
  visit(FILE)
  expect(await screen.findByText(/has not agreed to a background check yet/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Start Check' })).not.toBeInTheDocument()
})

test('only the lawful steps are there, and a reason goes with them', async () => {
  const backend = screeningBackend(
    aReviewedScreening({
      screening: aScreening({ status: 'in_review', result: aResult() }),
      version: 4,
      recommended: 'rejected',
      reasons: ['Convicted: Theft.'],
      steps: ['clear', 'intend_to_reject'],
    }),
  )
  const { user } = visit(FILE)
  const part = await screen.findByRole('region', { name: 'Background check' })
  expect(within(part).getByText('Convicted: Theft.')).toBeVisible()
  expect(within(part).queryByRole('button', { name: 'Send Final Notice' })).toBeNull()
  await user.click(within(part).getByRole('button', { name: 'Intend to Reject' }))
  await user.type(await screen.findByLabelText(/The applicant reads this in the notice/), 'Theft.')
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Intend to Reject' }))
  expect(await screen.findByText('Done.')).toBeVisible()
  expect(backend.taken).toEqual([{ step: 'intend_to_reject', reason: 'Theft.', version: 4 }])
})

test('a conditional offer that is the next step leads the decision', async () => {
  const backend = screeningBackend(
    aReviewedScreening({
      screening: aScreening({ status: 'offer_needed' }),
      version: 3,
      steps: ['make_offer'],
    }),
  )
  const { user } = visit(FILE)
  const decision = within(await screen.findByRole('region', { name: 'Decision' }))
  const offer = await decision.findByRole('button', { name: 'Make Conditional Offer' })
  expect(decision.getAllByRole('button')[0]).toBe(offer)
  expect(screen.getAllByRole('button', { name: 'Make Conditional Offer' })).toHaveLength(1)
  expect(decision.getByText('Needs a conditional offer first')).toBeVisible()
  await user.click(offer)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Make Conditional Offer' }))
  await screen.findByText(/^The offer is made\./)
  expect(backend.taken).toEqual([{ step: 'make_offer', reason: '', version: 3 }])
})

test('an assessment has something to every factor', async () => {
  const backend = screeningBackend(
    aReviewedScreening({
      screening: aScreening({ status: 'rejection_intended', result: aResult() }),
      steps: ['clear', 'assess'],
    }),
  )
  const { user } = visit(FILE)
  await user.click(await screen.findByRole('button', { name: 'Write Assessment' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Save Assessment' }))
  expect(within(dialog).getAllByRole('alert')).toHaveLength(8)
  for (const box of within(dialog).getAllByRole('textbox')) {
    await user.click(box)
    await user.paste('Weighed.')
  }
  await user.click(within(dialog).getByRole('button', { name: 'Save Assessment' }))
  await screen.findByText('Done.')
  expect(backend.taken).toHaveLength(1)
})

test('a check that could not be ordered is started again with another package', async () => {
  const failure = 'Failed to initiate background check: Checkr API error: 503 Service Unavailable'
  const backend = screeningBackend(
    aReviewedScreening({
      screening: aScreening({ status: 'to_order', failure }),
      version: 2,
      steps: ['order'],
    }),
  )
  const { user } = visit(FILE)
  expect(await screen.findByText(failure)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show Provider' }))
  await user.selectOptions(screen.getByLabelText('Package'), 'basic')
  expect(screen.getByText('SSN trace, national criminal')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Start Check' }))
  await expect.poll(() => backend.taken).toEqual([{ step: 'order', package: 'basic', version: 2 }])
})

test('that an offer was made stays in sight', async () => {
  const letter = {
    id: 'let_1',
    kind: 'conditional_offer' as const,
    made_at: '2026-11-18T15:05:00Z',
  }
  const letters = [{ ...letter, mailed_at: '2026-11-18T15:06:00Z', opened_at: null }]
  screeningBackend(
    aReviewedScreening({ screening: aScreening({ status: 'to_order', letters }), steps: [] }),
  )
  visit(FILE)
  const decision = within(await screen.findByRole('region', { name: 'Decision' }))
  const made = (await decision.findByText('Conditional offer')).nextElementSibling
  expect(made).toHaveTextContent(/^Made .*Nov 18.*, mailed to the applicant$/)
})
