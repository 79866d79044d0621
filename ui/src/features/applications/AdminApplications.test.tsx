import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ApplicationOut } from '@/api/generated/types.gen'
import { anApplication } from '@/testing/applications'
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
  reviewed_at: null,
}
const SENT: Partial<ApplicationOut> = {
  status: 'submitted',
  submitted_at: '2026-11-02T12:00:00Z',
  missing: null,
}

/** What the server is told to do, and what it is asked for. */
function desk(first = anApplication(SENT)) {
  const done: string[] = []
  const asked: string[] = []
  let application = first
  server.use(
    http.get('*/api/v1/onboarding/applications', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      return HttpResponse.json({ items: [LISTED], next: null })
    }),
    http.get('*/api/v1/onboarding/applications/app_1', () => HttpResponse.json(application)),
    http.post('*/api/v1/onboarding/applications/app_1/:what', async ({ params, request }) => {
      const written = await request.text()
      const { reason = '' } = written ? (JSON.parse(written) as { reason?: string }) : {}
      done.push(`${params.what} ${reason}`.trim())
      const status =
        params.what === 'approve'
          ? 'approved'
          : params.what === 'reject'
            ? 'rejected'
            : 'under_review'
      application = anApplication({
        ...SENT,
        status,
        reason,
        reviewed_at: reason ? '2026-11-03T12:00:00Z' : null,
      })
      return HttpResponse.json(application)
    }),
  )
  return { done, asked }
}

beforeEach(() => {
  signedInAs({ userType: 'admin' })
  screeningBackend()
  const nothing = () => HttpResponse.json({ items: [], next: null })
  server.use(
    http.get('*/api/v1/onboarding/documents', nothing),
    http.get('*/api/v1/onboarding/applications/:id/documents', nothing),
    http.get('*/api/v1/onboarding/applications/:id/training', () =>
      HttpResponse.json({ application_id: 'app_1', percent: 0, modules: [] }),
    ),
  )
})

test('what waits is listed, and an application is opened with all that it says', async () => {
  const { form } = anApplication()
  const { asked } = desk(
    anApplication({
      ...SENT,
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
  for (const words of ['11111111111111111', /does not look like a license/, /friend, \(212\)/])
    expect(screen.getByText(words)).toBeVisible()
  expect(router.state.location.search).toMatchObject({ application: 'app_1' })
  await user.click(screen.getByRole('button', { name: 'All applications' }))
  await screen.findByRole('link', { name: 'Ann Example' })
})

test('the list is narrowed by its status', async () => {
  const { asked } = desk()
  visit('/admin?tab=applications&applications=rejected')
  await screen.findByRole('link', { name: 'Ann Example' })
  expect(asked).toEqual(['limit=20&status=rejected'])
})

test.each([
  ['Approve Applicant', 'approve', 'The applicant was approved.'],
  ['Reject Application', 'reject', 'The application was rejected.'],
])('%s asks for the reason', async (name, what, said) => {
  const { done } = desk()
  const { user } = visit('/admin?tab=applications&application=app_1')
  await user.click(await screen.findByRole('button', { name: 'Start Review' }))
  await screen.findByText('Under review')
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

test('a refusal is said in the dialog, where the reason stays', async () => {
  desk()
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
