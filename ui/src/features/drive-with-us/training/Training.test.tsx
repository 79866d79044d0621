import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { TrainingModuleOut, TrainingQuestionOut } from '@/api/generated/types.gen'
import { applicationBackend } from '@/testing/applications'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { SAFETY_SLIDES } from './slides/safety'
import { SERVICE_SLIDES } from './slides/service'
import { placeAt, slideSeconds } from './slides/slide'

const BASE = '*/api/v1/onboarding/training'

function aModule(changes: Partial<TrainingModuleOut> = {}): TrainingModuleOut {
  return {
    id: 'safety-quiz',
    title: 'Safety quiz',
    description: 'Three questions.',
    type: 'quiz',
    minutes: 15,
    is_required: true,
    order: 1,
    content: { video_url: null, asked_questions: 2 },
    criteria: { watch_minutes: 0, minimum_score: 80, attempts_allowed: 3 },
    progress: null,
    attempts_left: 3,
    ...changes,
  }
}

function progress(seconds: number, done = false): NonNullable<TrainingModuleOut['progress']> {
  return {
    status: done ? 'completed' : 'in_progress',
    started_at: '2026-06-01T16:00:00Z',
    completed_at: done ? '2026-06-01T17:00:00Z' : null,
    attempts: 0,
    time_spent_seconds: seconds,
    score: null,
    certificate_code: done ? 'crt_1' : null,
    certificate_url: done ? '/certificates/crt_1' : null,
  }
}

const VIDEO = aModule({
  id: 'safety-basics',
  title: 'Safety basics',
  type: 'video',
  content: { video_url: null, asked_questions: 0 },
  criteria: { watch_minutes: 12, minimum_score: 70, attempts_allowed: null },
  attempts_left: null,
})

function backend(modules: TrainingModuleOut[], percent = 0) {
  server.use(
    http.get(BASE, () => HttpResponse.json({ application_id: 'app_1', percent, modules })),
    http.post(`${BASE}/:id/watch`, ({ params }) => {
      const module = modules.find(({ id }) => id === params.id)
      return HttpResponse.json({
        watch_id: 'wat_1',
        heartbeat_seconds: 10,
        module: { ...module, progress: module?.progress ?? progress(0) },
      })
    }),
  )
}

beforeEach(() => {
  signedInAs()
  applicationBackend()
  server.use(http.get('*/api/v1/drivers/me', () => aProblem(404, 'Driver profile not found')))
})

test('the lessons last as long as their modules say', () => {
  const length = (slides: typeof SAFETY_SLIDES) =>
    slides.reduce((sum, each) => sum + slideSeconds(each), 0)
  expect([length(SAFETY_SLIDES), length(SERVICE_SLIDES)]).toEqual([15 * 60, 20 * 60])
  expect(placeAt(SAFETY_SLIDES, 0)).toEqual({ slide: 0, captions: 1 })
  expect(placeAt(SAFETY_SLIDES, 65)).toEqual({ slide: 1, captions: 1 })
  expect(placeAt(SAFETY_SLIDES, 10_000)).toEqual({ slide: 14, captions: 3 })
})

test('a lesson goes on where the server says, and shows nothing that was not reached', async () => {
  backend([{ ...VIDEO, progress: progress(125) }])
  const { user } = visit('/drive-with-us?step=6')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  const slide = await screen.findByRole('region', { name: 'Slide 3 of 15' })
  expect(within(slide).getByText(SAFETY_SLIDES[2]?.captions[0] ?? '')).toBeInTheDocument()
  expect(within(slide).queryByText(SAFETY_SLIDES[2]?.captions[1] ?? '')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next slide' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Complete Module' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Previous slide' }))
  expect(screen.getByRole('region', { name: 'Slide 2 of 15' })).toHaveTextContent(
    SAFETY_SLIDES[1]?.captions[2] ?? '',
  )
})

test('a lesson that goes on in another window says so and is taken over', async () => {
  backend([{ ...VIDEO, progress: progress(725) }])
  let begun = 0
  server.use(
    http.post(`${BASE}/safety-basics/watch`, () => {
      begun += 1
      return HttpResponse.json({
        watch_id: `wat_${begun}`,
        heartbeat_seconds: begun === 1 ? 0 : 10,
        module: { ...VIDEO, progress: progress(725) },
      })
    }),
    http.post(`${BASE}/safety-basics/heartbeat`, () =>
      aProblem(409, 'This training goes on in another window.', 'watched_elsewhere'),
    ),
    http.post(`${BASE}/safety-basics/complete`, () =>
      HttpResponse.json({ ...VIDEO, progress: progress(725, true) }),
    ),
  )
  const { user } = visit('/drive-with-us?step=6')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Continue Here' }))
  await waitFor(() => expect(begun).toBe(2))
  await user.click(await screen.findByRole('button', { name: 'Complete Module' }))
  expect(await screen.findByRole('button', { name: /^Download/ })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Verify/ })).toHaveAttribute(
    'href',
    '/certificates/crt_1',
  )
})

function aQuestion(id: string, changes: Partial<TrainingQuestionOut> = {}): TrainingQuestionOut {
  return {
    id,
    question: `Which ${id}?`,
    options: ['One', 'Two'],
    chosen: null,
    correct: null,
    is_right: null,
    explanation: null,
    ...changes,
  }
}

test('the quiz wants an answer before it goes on, and explains what was wrong', async () => {
  const module = aModule({ progress: progress(0) })
  backend([module])
  const attempt = { id: 'att_1', started_at: '2026-06-01T16:00:00Z', graded_at: null, score: null }
  const answered: unknown[] = []
  server.use(
    http.post(`${BASE}/safety-quiz/attempt`, () =>
      HttpResponse.json({ ...attempt, module, questions: [aQuestion('a'), aQuestion('b')] }),
    ),
    http.put(`${BASE}/safety-quiz/attempt/answer`, async ({ request }) => {
      answered.push(await request.json())
      return HttpResponse.json({ ...attempt, module, questions: [aQuestion('a'), aQuestion('b')] })
    }),
    http.post(`${BASE}/safety-quiz/attempt/grade`, () =>
      HttpResponse.json({
        ...attempt,
        graded_at: '2026-06-01T16:05:00Z',
        score: 50,
        module: { ...module, attempts_left: 1 },
        questions: [
          aQuestion('a', { chosen: 0, correct: 0, is_right: true, explanation: 'Because.' }),
          aQuestion('b', { chosen: 0, correct: 1, is_right: false, explanation: 'Never.' }),
        ],
      }),
    ),
  )
  const { user } = visit('/drive-with-us?step=6')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  const dialog = await screen.findByRole('dialog', { name: 'Safety quiz' })
  expect(await within(dialog).findByRole('button', { name: 'Next Question' })).toBeDisabled()
  await user.click(within(dialog).getByLabelText('One'))
  await user.click(within(dialog).getByRole('button', { name: 'Next Question' }))
  await within(dialog).findByText('Which b?')
  await user.click(within(dialog).getByLabelText('One'))
  await user.click(within(dialog).getByRole('button', { name: 'Submit Quiz' }))
  expect(await within(dialog).findByText('50% Not passed')).toBeInTheDocument()
  expect(within(dialog).getByText(/one more attempt, with other questions/)).toBeInTheDocument()
  expect(within(dialog).getByText('Never.')).toBeInTheDocument()
  expect(answered).toEqual([
    { question_id: 'a', option: 0 },
    { question_id: 'b', option: 0 },
  ])
})

test('what is pressed in the console with sample data is the answer, and sends nothing else', async () => {
  const module = aModule({
    id: 'platform-navigation',
    title: 'The driver’s console',
    type: 'interactive',
    progress: progress(0),
    attempts_left: null,
  })
  backend([module])
  const question = aQuestion('complete', { options: ['Complete delivery', 'Pause', 'Navigate'] })
  const attempt = { id: 'att_1', started_at: '2026-06-01T16:00:00Z', graded_at: null, score: null }
  const answered: unknown[] = []
  server.use(
    http.post(`${BASE}/platform-navigation/attempt`, () =>
      HttpResponse.json({ ...attempt, module, questions: [question] }),
    ),
    http.put(`${BASE}/platform-navigation/attempt/answer`, async ({ request }) => {
      answered.push(await request.json())
      const right = { chosen: 0, correct: 0, is_right: true, explanation: 'It asks for the proof.' }
      return HttpResponse.json({ ...attempt, module, questions: [{ ...question, ...right }] })
    }),
  )
  const { user } = visit('/drive-with-us?step=6')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  const console = await screen.findByRole('region', { name: 'Console with sample data' })
  await act(async () => fireEvent.click(within(console).getByText('Arrivals noticed by location')))
  expect(answered).toEqual([])
  await user.click(within(console).getByRole('button', { name: 'Complete delivery' }))
  expect(await screen.findByText('Right: Complete delivery')).toBeInTheDocument()
  expect(answered).toEqual([{ question_id: 'complete', option: 0 }])
  expect(screen.queryByText('Proof of Delivery')).not.toBeInTheDocument()
})

test('a certificate is verified by its code, and an unknown one is said to be none', async () => {
  server.use(
    http.get('*/api/v1/certificates/:code', ({ params }) =>
      params.code === 'crt_1'
        ? HttpResponse.json({
            code: 'crt_1',
            holder: 'Ada L.',
            module_id: 'safety-quiz',
            module_title: 'Safety quiz',
            completed_at: '2026-06-02T03:00:00Z',
          })
        : aProblem(404, 'Certificate not found'),
    ),
  )
  const { router } = visit('/certificates/crt_1')
  expect(await screen.findByText('This certificate is genuine.')).toBeInTheDocument()
  expect(screen.getByText('June 1, 2026')).toBeInTheDocument()
  expect(document.title).toBe('Certificate of Ada L. · haulage')
  await act(() => router.navigate({ to: '/certificates/$code', params: { code: 'crt_2' } }))
  expect(await screen.findByText('Certificate not found')).toBeInTheDocument()
  expect(document.title).toBe('Certificate · haulage')
})
