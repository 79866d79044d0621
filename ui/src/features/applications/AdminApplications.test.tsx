import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { anApplication, aReviewedApplication } from '@/testing/applications'
import { aDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { screeningBackend } from '@/testing/screenings'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const LISTED = {
  id: 'app_1',
  user_id: 'usr_ann',
  name: 'Ann Example',
  email: 'ann@example.com',
  status: 'submitted',
  submitted_at: '2026-11-02T12:00:00Z',
  reviewer: null,
  reviewed_at: null,
}
const STATUS_AFTER = { approve: 'approved', reject: 'rejected', review: 'under_review' } as const

/** What the server is told to do, and what it is asked for. */
function serveReview(first = aReviewedApplication()) {
  const done: string[] = []
  const asked: string[] = []
  let application = first
  server.use(
    http.get('*/api/v1/onboarding/changed-drivers', () =>
      HttpResponse.json({ items: [], next: null }),
    ),
    http.get('*/api/v1/authority/orders-at-risk', () =>
      HttpResponse.json({ items: [], next: null }),
    ),
    http.get('*/api/v1/onboarding/applications', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      return HttpResponse.json({ items: [LISTED], next: null })
    }),
    http.get('*/api/v1/onboarding/applications/app_1', () => HttpResponse.json(application)),
    http.post('*/api/v1/onboarding/applications/app_1/*', async ({ request }) => {
      const what = request.url.split('/app_1/')[1] ?? ''
      const written = await request.text()
      const { reason = '' } = written ? (JSON.parse(written) as { reason?: string }) : {}
      done.push(`${what} ${reason}`.trim())
      const status = STATUS_AFTER[what as keyof typeof STATUS_AFTER] ?? 'submitted'
      application = aReviewedApplication({
        status,
        reason,
        reviewed_at: reason ? '2026-11-03T12:00:00Z' : null,
        reviewer: status === 'under_review' ? 'user-ann' : null,
      })
      return HttpResponse.json(application)
    }),
  )
  return { done, asked }
}

beforeEach(() => {
  signedInAs({ id: 'usr_boss', userType: 'admin' })
  screeningBackend()
  const nothing = () => HttpResponse.json({ items: [], next: null })
  server.use(
    http.get('*/api/v1/onboarding/documents', nothing),
    http.get('*/api/v1/onboarding/applications/:id/documents', nothing),
    http.get('*/api/v1/onboarding/applications/:id/vin', () =>
      HttpResponse.json({
        decoded: { make: 'Dodge', model: 'Transit', year: 2021 },
        differing: ['make'],
        is_simulated: false,
      }),
    ),
    http.get('*/api/v1/onboarding/applications/:id/training', () =>
      HttpResponse.json({ application_id: 'app_1', percent: 0, modules: [] }),
    ),
  )
})

test('what waits is listed, and an application is opened with all that it says', async () => {
  const { form } = anApplication()
  const { asked } = serveReview(
    aReviewedApplication({
      remark: 'This does not look like a license number of NY. Please check it.',
      form: {
        ...form,
        vehicle: { ...form.vehicle, make: 'Ford', model: 'Transit', vin: '11111111111111111' },
        references: [{ name: 'Bo Lee', phone: '(212) 555-0101', relationship: 'friend' }],
      },
    }),
  )
  const { user, router } = visit('/admin?tab=applications')
  await user.click(await screen.findByRole('link', { name: 'Ann Example' }))
  expect(asked).toEqual(['limit=20'])
  await screen.findByText('Ford Transit')
  await screen.findByText(/The applicant wrote another make/)
  for (const words of ['11111111111111111', /does not look like a license/, /friend, \(212\)/])
    expect(screen.getByText(words)).toBeVisible()
  expect(router.state.location.search).toMatchObject({ application: 'app_1' })
  await user.click(screen.getByRole('button', { name: 'All applications' }))
  await screen.findByRole('link', { name: 'Ann Example' })
})

test('the list is narrowed by what the address says', async () => {
  const { asked } = serveReview()
  visit('/admin?tab=applications&applications=under_review&waiting=two_days&reviewer=me')
  await screen.findByRole('link', { name: 'Ann Example' })
  expect(asked).toEqual(['limit=20&status=under_review&waiting_hours=48&own=true'])
})

test.each([
  ['Approve Applicant', 'approve', 'The applicant was approved.'],
  ['Reject Application', 'reject', 'The application was rejected.'],
])('%s asks for the reason', async (name, what, said) => {
  const { done } = serveReview()
  const { user } = visit('/admin?tab=applications&application=app_1')
  await user.click(await screen.findByRole('button', { name: 'Start Review' }))
  await screen.findByText(/^Under review/)
  await user.click(screen.getByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name }))
  dialog.getByText('Write a few words.')
  await user.type(dialog.getByRole('textbox'), 'Papers seen')
  await user.click(dialog.getByRole('button', { name }))
  await screen.findByText(said)
  await screen.findByText('Papers seen')
  expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  expect(done).toEqual(['review', `${what} Papers seen`])
})

test.each([
  [409, 'conflict', 'Sandy Second approved this applicant meanwhile.'],
  [404, 'not_found', /^This application is no longer here: meanwhile it was given back/],
])('whoever decides second reads what became of it meanwhile', async (status, code, said) => {
  serveReview()
  server.use(
    http.post('*/api/v1/onboarding/applications/app_1/reject', () => {
      serveReview(aReviewedApplication({ status: 'approved', reviewed_by_name: 'Sandy Second' }))
      return aProblem(status, 'The refusal of the server.', code)
    }),
  )
  const { user } = visit('/admin?tab=applications&application=app_1')
  await user.click(await screen.findByRole('button', { name: 'Reject Application' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'No answer')
  await user.click(dialog.getByRole('button', { name: 'Reject Application' }))
  await dialog.findByText(said)
})

test('a refusal is said in the dialog, where the reason stays', async () => {
  serveReview()
  server.use(
    http.post('*/api/v1/onboarding/applications/app_1/approve', () =>
      aProblem(409, 'This applicant is under 21: they can be approved from their birthday on.'),
    ),
  )
  const { user } = visit('/admin?tab=applications&application=app_1')
  await user.click(await screen.findByRole('button', { name: 'Approve Applicant' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Papers seen')
  await user.click(dialog.getByRole('button', { name: 'Approve Applicant' }))
  await dialog.findByText(/under 21/)
  expect(dialog.getByRole('textbox')).toHaveValue('Papers seen')
})

test('without all that is needed two people approve', async () => {
  const { done } = serveReview(
    aReviewedApplication({ lacking: ['documents (50% approved)'], needs_administrator: true }),
  )
  const { user } = visit('/admin?tab=applications&application=app_1')
  await screen.findByText(/documents \(50% approved\)/)
  expect(screen.queryByRole('button', { name: 'Approve Applicant' })).not.toBeInTheDocument()
  const answers = within(screen.getByRole('group', { name: 'Decide' })).getAllByRole('button')
  expect(answers.map((it) => it.textContent)).toEqual(['Ask Again', 'Reject Application'])
  await user.click(screen.getByRole('button', { name: 'Ask for an Override' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/You are the only administrator/)
  await user.type(dialog.getByRole('textbox'), 'Known to us')
  await user.click(dialog.getByRole('button', { name: 'Ask for an Override' }))
  await screen.findByText('Another administrator can confirm it now.')
  expect(done).toEqual(['override Known to us'])
})

test('an applicant who is too young is neither approved nor asked an override for', async () => {
  serveReview(
    aReviewedApplication({ approvable_on: '2028-01-05', lacking: ['documents (50% approved)'] }),
  )
  const { user } = visit('/admin?tab=applications&application=app_1')
  await screen.findByText('Too young until Jan 5, 2028')
  for (const name of ['Approve Applicant', 'Ask for an Override'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  await user.keyboard('a')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the focus follows from the list into an application, and back once the applicant was asked', async () => {
  serveReview()
  const { user } = visit('/admin?tab=applications')
  await user.click(await screen.findByRole('link', { name: 'Ann Example' }))
  await expect.poll(() => screen.queryByRole('region', { name: 'Application' })).toHaveFocus()
  await user.click(await screen.findByRole('button', { name: 'Ask Again' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Which plate?')
  await user.click(dialog.getByRole('button', { name: 'Ask Again' }))
  await expect.poll(() => screen.queryByRole('region', { name: 'Review queue' })).toHaveFocus()
})

test.each([
  [true, 'Confirm and Approve', 'override/confirm'],
  [true, 'Turn Down', 'override/withdraw'],
  [false, 'Withdraw', 'override/withdraw'],
])('an override that was asked for is decided (may confirm: %s, %s)', async (may, name, what) => {
  const override = {
    requested_by: 'usr_eve',
    requested_by_name: 'Eve Ott',
    requested_at: '2026-11-02T12:00:00Z',
    reason: 'Known to us',
    may_confirm: may,
  }
  const { done } = serveReview(
    aReviewedApplication({ lacking: ['documents (50% approved)'], override }),
  )
  const { user } = visit('/admin?tab=applications&application=app_1')
  await screen.findByText(may ? 'Eve Ott asked for an override' : 'You asked for an override')
  expect(screen.queryAllByRole('button', { name: 'Confirm and Approve' })).toHaveLength(may ? 1 : 0)
  await user.click(screen.getByRole('button', { name }))
  await expect.poll(() => done).toEqual([what])
})

test('keys decide and go on, and can be turned off', async () => {
  serveReview()
  server.use(
    http.get('*/api/v1/onboarding/applications/app_1/next', () => HttpResponse.json({ id: null })),
  )
  const { user } = visit('/admin?tab=applications&application=app_1')
  await screen.findByRole('button', { name: 'Approve Applicant' })
  for (const [key, title] of [
    ['a', 'Approve this application?'],
    ['q', 'Ask the applicant again?'],
    ['r', 'Reject this application?'],
  ] as const) {
    await user.keyboard(key)
    await screen.findByRole('dialog', { name: title })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  await user.keyboard('n')
  await screen.findByText('Nothing else waits for a decision.')
  await user.keyboard('?')
  await user.click(await screen.findByRole('switch', { name: 'Use these keys' }))
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('a')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('an accepted order whose driver may not set out leads to both', async () => {
  serveReview()
  const order = {
    order_id: 'ord_1',
    number: 10042,
    scheduled_time: null,
    driver_id: 'drv_1',
    user_id: 'usr_dee',
    driver_name: 'Dee Fox',
    lapsed: 'credentials',
  }
  server.use(
    http.get('*/api/v1/authority/orders-at-risk', () =>
      HttpResponse.json({ items: [order], next: null }),
    ),
  )
  visit('/admin?tab=applications')
  expect(await screen.findByText('No carrier credentials on the day')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Dee Fox' })).toBeVisible()
  expect(screen.getByRole('link', { name: /10042/ })).toBeVisible()
})

test('a driver who changed their vehicle is looked at', async () => {
  serveReview()
  const driver = {
    driver_id: 'drv_1',
    user_id: 'usr_dee',
    name: 'Dee Fox',
    vehicle: aDriver().vehicle,
    license_plate: null,
    changed_since: '2026-11-02T12:00:00Z',
  }
  let left = [driver]
  server.use(
    http.get('*/api/v1/onboarding/changed-drivers', () =>
      HttpResponse.json({ items: left, next: null }),
    ),
    http.post('*/api/v1/drivers/drv_1/look', () => {
      left = []
      return HttpResponse.json({})
    }),
  )
  const { user } = visit('/admin?tab=applications')
  await user.click(await screen.findByRole('button', { name: 'Looked at Dee Fox' }))
  await expect.poll(() => screen.queryByText('Dee Fox')).toBeNull()
})
