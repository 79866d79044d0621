import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClaimStandingOut } from '@/api/generated/types.gen'
import { CLAIM_DRAFT_PREFIX } from '@/auth/personalData'
import { draftPhotos } from '@/shared/claims/draftPhotos'
import { aClaim, aShownClaim } from '@/testing/claims'
import { anEmptyDevice } from '@/testing/deviceStorage'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aDelivered } from './aTracking'

const UNTIL = '2030-01-01T00:00:00Z'
const POSSIBLE: ClaimStandingOut = {
  possible: [
    { kind: 'damage', until: UNTIL },
    { kind: 'late', until: UNTIL },
  ],
  refundable_cents: 2706,
  claims: [],
}

/** A delivered order of Ann's, and what the server has of its reports. */
function backend(standing: ClaimStandingOut) {
  const tracking = aDelivered()
  const order = { ...tracking.order, id: 'o-1', customer_id: 'user-ann' }
  const seen = {
    standing,
    sent: [] as unknown[],
    keys: [] as unknown[],
    photos: 0,
    photoFails: false,
  }
  messageApi()
  server.use(
    http.get('*/api/v1/orders/o-1/tracking', () => HttpResponse.json({ ...tracking, order })),
    http.get('*/api/v1/orders/o-1/events', () => new Promise<Response>(() => {})),
    http.get('*/api/v1/orders/o-1/claims', () => HttpResponse.json(seen.standing)),
    http.put('*/api/v1/orders/o-1/claim-photos/:id', ({ params }) => {
      if (seen.photoFails) return aProblem(503, 'The photo store does not answer.')
      seen.photos += 1
      return HttpResponse.json({ client_id: params.id, width: 4, height: 3 })
    }),
    http.post('*/api/v1/orders/o-1/claims', async ({ request }) => {
      seen.sent.push(await request.json())
      seen.keys.push(request.headers.get('Idempotency-Key'))
      const made = aClaim({ kind: 'damage' })
      seen.standing = { ...POSSIBLE, claims: [aShownClaim({ kind: 'damage' })] }
      return HttpResponse.json(made, { status: 201 })
    }),
  )
  return seen
}

const aPhoto = () => new File(['x'], 'leg.jpg', { type: 'image/jpeg' })

/** Reports that it was late, in always the same words. */
async function reportLateness({ user }: ReturnType<typeof visit>) {
  await user.click(await screen.findByRole('button', { name: 'Report a problem' }))
  const form = within(await screen.findByRole('dialog', { name: 'Report a problem' }))
  await user.click(form.getByRole('radio', { name: /It was late/ }))
  await user.click(form.getByRole('button', { name: 'Continue' }))
  await user.type(form.getByLabelText('What happened?'), 'Two hours.')
  await user.click(form.getByRole('button', { name: 'Continue' }))
  await user.click(form.getByRole('radio', { name: /Nothing/ }))
  await user.click(form.getByRole('button', { name: 'Send report' }))
  return form
}

async function opened() {
  const page = visit('/track/o-1')
  await page.user.click(await screen.findByRole('button', { name: 'Report a problem' }))
  return { ...page, form: within(await screen.findByRole('dialog', { name: 'Report a problem' })) }
}

beforeEach(() => {
  sessionStorage.clear()
  signedInAs()
})

afterEach(() => vi.unstubAllGlobals())

test('a problem is reported by steps, each of which says what it lacks', async () => {
  const seen = backend(POSSIBLE)
  const { user, form } = await opened()
  await user.click(form.getByRole('button', { name: 'Continue' }))
  expect(form.getByRole('alert')).toHaveTextContent('Choose what happened.')
  await user.click(form.getByRole('radio', { name: /Something was damaged/ }))
  expect(form.queryByRole('alert')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Continue' }))
  expect(form.getByRole('heading', { name: 'Tell us more' })).toHaveFocus()
  await user.click(form.getByRole('button', { name: 'Continue' }))
  expect(form.getByRole('alert')).toHaveTextContent('Write a few words about it.')
  await user.type(form.getByLabelText('Which item? (optional)'), 'The sofa')
  await user.type(form.getByLabelText('What happened?'), 'A leg is broken.')
  expect(form.getByText('Your driver sees what you write here.')).toBeVisible()
  await user.upload(form.getByLabelText('Add photos'), aPhoto())
  await form.findByRole('button', { name: 'Remove photo 1' })
  await user.click(form.getByRole('button', { name: 'Continue' }))
  await user.click(form.getByRole('button', { name: 'Send report' }))
  expect(form.getByRole('alert')).toHaveTextContent('Choose what you would like.')
  await user.click(form.getByRole('radio', { name: /A refund/ }))
  expect(form.getByText('Up to $27.06 can be refunded.')).toBeVisible()
  const amount = form.getByLabelText('Amount in dollars')
  expect(amount).toHaveValue('27.06')
  await user.clear(amount)
  await user.type(amount, '99')
  await user.click(form.getByRole('button', { name: 'Send report' }))
  expect(form.getByRole('alert')).toHaveTextContent('Enter an amount from $0.01 to $27.06.')
  await user.clear(amount)
  await user.type(amount, '10')
  expect(form.queryByRole('alert')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByRole('dialog', { name: 'We have your report' })).toBeVisible()
  expect(seen.photos).toBe(1)
  expect(seen.sent).toEqual([
    {
      kind: 'damage',
      account: 'A leg is broken.',
      item: 'The sofa',
      requested_cents: 1000,
      photos: [expect.any(String)],
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('button', { name: 'Report another problem' })).toBeVisible()
})

test('what was typed is there again, and a photo that failed can be sent again', async () => {
  const seen = backend(POSSIBLE)
  seen.photoFails = true
  const { user, form } = await opened()
  await user.click(form.getByRole('radio', { name: /It was late/ }))
  await user.click(form.getByRole('button', { name: 'Continue' }))
  await user.type(form.getByLabelText('What happened?'), 'Two hours.')
  await user.upload(form.getByLabelText('Add photos'), aPhoto())
  expect(await form.findByRole('alert')).toHaveTextContent('The photo store does not answer.')
  seen.photoFails = false
  await user.click(form.getByRole('button', { name: 'Send photo 1 again' }))
  await expect.poll(() => seen.photos).toBe(1)
  expect(sessionStorage.getItem(`${CLAIM_DRAFT_PREFIX}user-ann o-1`)).toContain('Two hours.')
  await user.click(form.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Report a problem' }))
  const again = within(await screen.findByRole('dialog', { name: 'Report a problem' }))
  await user.click(again.getByRole('button', { name: 'Continue' }))
  expect(again.getByLabelText('What happened?')).toHaveValue('Two hours.')
})

test('words and photos outlive a reload until the report is canceled', async () => {
  anEmptyDevice()
  const seen = backend(POSSIBLE)
  const first = await opened()
  await first.user.click(first.form.getByRole('radio', { name: /It was late/ }))
  await first.user.click(first.form.getByRole('button', { name: 'Continue' }))
  await first.user.type(first.form.getByLabelText('What happened?'), 'Late.')
  await first.user.upload(first.form.getByLabelText('Add photos'), aPhoto())
  await expect.poll(() => seen.photos).toBe(1)
  cleanup()
  const { user, form } = await opened()
  await user.click(form.getByRole('button', { name: 'Continue' }))
  expect(form.getByLabelText('What happened?')).toHaveValue('Late.')
  expect(await form.findByRole('img', { name: 'Number 1' })).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Back' }))
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(sessionStorage.getItem(`${CLAIM_DRAFT_PREFIX}user-ann o-1`)).toBeNull()
  await expect.poll(() => draftPhotos('user-ann', 'user-ann o-1').load()).toEqual([])
})

test('a question is answered beside the report, and a report can be withdrawn', async () => {
  const asked = aShownClaim({ state: 'information_requested' })
  const question = {
    id: 'cst-1',
    party: 'admin' as const,
    text: 'Which door?',
    created_at: '2026-11-20T16:00:00Z',
  }
  backend({ ...POSSIBLE, claims: [{ ...asked, statements: [question] }] })
  const answers: unknown[] = []
  let withdrawn = 0
  server.use(
    http.post('*/api/v1/claims/clm-1/answer', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.json(aClaim({ state: 'answered' }))
    }),
    http.post('*/api/v1/claims/clm-1/withdraw', () => {
      withdrawn += 1
      return HttpResponse.json(aClaim({ state: 'withdrawn' }))
    }),
  )
  const { user } = visit('/track/o-1')
  const card = within(await screen.findByRole('article', { name: 'Report: It was not delivered' }))
  expect(card.getByText('Your answer is needed')).toBeVisible()
  expect(card.getByText(/Which door\?/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Send answer' }))
  expect(card.getByRole('alert')).toHaveTextContent('Write a few words.')
  await user.type(card.getByLabelText('Your answer'), 'The red one.')
  expect(card.queryByRole('alert')).toBeNull()
  await user.click(card.getByRole('button', { name: 'Send answer' }))
  await expect.poll(() => answers).toEqual([{ text: 'The red one.', photos: [] }])
  await user.click(card.getByRole('button', { name: 'Withdraw report' }))
  await user.click(card.getByRole('button', { name: 'Withdraw' }))
  await expect.poll(() => withdrawn).toBe(1)
})

test('a report does not go before its photo, which is being read', async () => {
  backend(POSSIBLE)
  let refuse: (reason: Error) => void = () => {}
  const reading = new Promise<ImageBitmap>((_resolve, reject) => {
    refuse = reject
  })
  vi.stubGlobal('createImageBitmap', () => reading)
  const { user, form } = await opened()
  await user.click(form.getByRole('radio', { name: /It was late/ }))
  await user.click(form.getByRole('button', { name: 'Continue' }))
  await user.type(form.getByLabelText('What happened?'), 'Two hours.')
  await user.upload(form.getByLabelText('Add photos'), aPhoto())
  await user.click(form.getByRole('button', { name: 'Continue' }))
  expect(form.getByRole('alert')).toHaveTextContent('Your photos are still being sent.')
  expect(form.getByRole('heading', { name: 'Tell us more' })).toBeVisible()
  refuse(new Error('not a picture'))
  expect(await form.findByText('This file is not a picture that can be read.')).toBeVisible()
})

test('a report that was not sent is sent again as the same, and a later one is another', async () => {
  const seen = backend(POSSIBLE)
  server.use(
    http.post(
      '*/api/v1/orders/o-1/claims',
      ({ request }) => {
        seen.keys.push(request.headers.get('Idempotency-Key'))
        return aProblem(503, 'Not now.')
      },
      { once: true },
    ),
  )
  const page = visit('/track/o-1')
  const form = await reportLateness(page)
  expect(await form.findByText('Not now.')).toBeVisible()
  await page.user.click(form.getByRole('button', { name: 'Send report' }))
  await page.user.click(await screen.findByRole('button', { name: 'Done' }))
  cleanup()
  seen.standing = POSSIBLE
  await reportLateness(visit('/track/o-1'))
  expect(await screen.findByRole('dialog', { name: 'We have your report' })).toBeVisible()
  const [failed, again, later] = seen.keys
  expect(again).toBe(failed)
  expect(later).not.toBe(failed)
})

test('a second question may be answered in the words of the first', async () => {
  const asked = aShownClaim({ state: 'information_requested' })
  const said = (id: string, party: 'admin' | 'customer', text: string) => {
    return { id, party, text, created_at: '2026-11-20T16:00:00Z' }
  }
  const question = said('cst-1', 'admin', 'Which door?')
  const keys: unknown[] = []
  const seen = backend({ ...POSSIBLE, claims: [{ ...asked, statements: [question] }] })
  server.use(
    http.post('*/api/v1/claims/clm-1/answer', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      seen.standing = { ...POSSIBLE, claims: [aShownClaim({ state: 'answered' })] }
      return HttpResponse.json(aClaim({ state: 'answered' }))
    }),
  )
  const answer = async ({ user }: ReturnType<typeof visit>) => {
    await user.type(await screen.findByLabelText('Your answer'), 'Yes.')
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    await waitFor(() => expect(screen.queryByLabelText('Your answer')).not.toBeInTheDocument())
  }
  await answer(visit('/track/o-1'))
  cleanup()
  const later = [question, said('cst-2', 'customer', 'Yes.'), said('cst-3', 'admin', 'Sure?')]
  seen.standing = { ...POSSIBLE, claims: [{ ...asked, statements: later }] }
  await answer(visit('/track/o-1'))
  expect(new Set(keys).size).toBe(2)
})

test('reports that could not be loaded are said to be, and can be asked for again', async () => {
  const seen = backend(POSSIBLE)
  server.use(http.get('*/api/v1/orders/o-1/claims', () => aProblem(403, 'Not today.')))
  const { user } = visit('/track/o-1')
  expect(await screen.findByText('Your reports could not be loaded. Not today.')).toBeVisible()
  server.use(http.get('*/api/v1/orders/o-1/claims', () => HttpResponse.json(seen.standing)))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: 'Report a problem' })).toBeVisible()
})
