import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { TrainingModuleOut } from '@/api/generated/types.gen'
import { show } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { TrainingSection } from './TrainingSection'

function failedQuiz(): TrainingModuleOut {
  return {
    id: 'safety-quiz',
    title: 'Safety quiz',
    description: 'Three questions.',
    type: 'quiz',
    minutes: 15,
    is_required: true,
    order: 4,
    content: { video_url: null, asked_questions: 3 },
    criteria: { watch_minutes: 0, minimum_score: 80, attempts_allowed: 3 },
    attempts_left: 0,
    progress: {
      status: 'failed',
      started_at: '2026-11-03T12:00:00Z',
      completed_at: null,
      attempts: 3,
      time_spent_seconds: 60,
      score: 67,
      certificate_code: null,
      certificate_url: null,
    },
  }
}

test('an applicant who has used all attempts at the quiz is given new ones, with a reason', async () => {
  signedInAs({ userType: 'admin' })
  const given: unknown[] = []
  server.use(
    http.get('*/api/v1/onboarding/applications/app_1/training', () =>
      HttpResponse.json({ application_id: 'app_1', percent: 20, modules: [failedQuiz()] }),
    ),
    http.post('*/training/safety-quiz/reset', async ({ request }) => {
      given.push(await request.json())
      const quiz = { ...failedQuiz(), attempts_left: 3 }
      return HttpResponse.json({ application_id: 'app_1', percent: 20, modules: [quiz] })
    }),
  )
  const { user } = show(<TrainingSection applicationId="app_1" />)
  expect(await screen.findByText('Failed, 67%, attempts left: 0')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Give New Attempts' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), 'Asked by phone')
  await user.click(within(dialog).getByRole('button', { name: 'Give New Attempts' }))
  expect(await screen.findByText('The applicant has new attempts.')).toBeInTheDocument()
  expect(given).toEqual([{ reason: 'Asked by phone' }])
})
