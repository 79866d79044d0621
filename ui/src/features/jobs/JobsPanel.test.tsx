import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { JobOut, JobState } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { attemptsWords, countWords, kindWords } from './labels'

const AT = '2026-11-20T15:00:00Z'

function aJob(changes: Partial<JobOut> = {}): JobOut {
  return {
    id: 'send_refund:rfd_1',
    kind: 'send_refund',
    subject: 'rfd_1',
    state: 'dead',
    attempts: 12,
    created_at: AT,
    due_at: AT,
    finished_at: AT,
    last_error: 'The card provider does not answer.',
    ...changes,
  }
}

function backend(jobs: JobOut[], pausedSince: string | null = null) {
  const retried: string[] = []
  const of = (state: string | null) => jobs.filter((job) => job.state === state)
  const count = (state: JobState) => of(state).length
  server.use(
    http.get('*/api/v1/jobs', ({ request }) =>
      HttpResponse.json({
        items: of(new URL(request.url).searchParams.get('status')),
        next: null,
      }),
    ),
    http.get('*/api/v1/jobs/counts', () =>
      HttpResponse.json({
        dead: count('dead'),
        waiting: count('waiting'),
        done: count('done'),
        dead_money: of('dead').filter((job) => job.kind === 'send_refund').length,
        counted_up_to: 10_000,
        paused_since: pausedSince,
      }),
    ),
    http.post('*/api/v1/jobs/:id/retry', ({ params }) => {
      const job = jobs.find(({ id }) => id === params.id)
      retried.push(String(params.id))
      if (job) Object.assign(job, { state: 'waiting', attempts: 0, finished_at: null })
      return HttpResponse.json(job)
    }),
  )
  return retried
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('a pause of all jobs is told', async () => {
  backend([aJob()], '2026-12-01T12:00:00Z')
  visit('/admin?tab=jobs')
  expect(await screen.findByText('Jobs are paused')).toBeVisible()
})

test('no pause is told of jobs that go on', async () => {
  backend([aJob()])
  visit('/admin?tab=jobs')
  expect(await screen.findByText('The card provider does not answer.')).toBeVisible()
  expect(screen.queryByText('Jobs are paused')).not.toBeInTheDocument()
})

test('what failed is seen with its reason and tried again', async () => {
  const retried = backend([aJob()])
  const { user } = visit('/admin?tab=jobs')
  const job = within(await screen.findByRole('article', { name: 'Send a refund: rfd_1' }))
  expect(job.getByText('The card provider does not answer.')).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('1 job that moves money failed.')
  expect(job.getByText('Failed')).toBeVisible()
  expect(job.getByText('Tried 12 times')).toBeVisible()
  await user.click(job.getByRole('button', { name: 'Retry: Send a refund rfd_1' }))
  await screen.findByText('It will be tried again within seconds.')
  expect(retried).toEqual(['send_refund:rfd_1'])
  await screen.findByText('Nothing failed')
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})

test('what waits may be tried now, and what is done may not', async () => {
  const retried = backend([
    aJob({ id: 'a', subject: 'pay_1', kind: 'settle_payment', state: 'waiting', attempts: 1 }),
    aJob({ id: 'b', subject: 'rcp_1', kind: 'email_receipt', state: 'done', last_error: null }),
  ])
  const { user } = visit('/admin?tab=jobs')
  await screen.findByText('Nothing failed')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const done = within(await screen.findByRole('article', { name: 'Email a receipt: rcp_1' }))
  expect(done.queryByRole('button')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Waiting' }))
  expect(screen.getByRole('button', { name: 'Waiting' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(await screen.findByRole('button', { name: 'Try now: Settle a payment pay_1' }))
  await waitFor(() => expect(retried).toEqual(['a']))
})

test('a refusal is told, and jobs that cannot be loaded say so', async () => {
  backend([aJob()])
  server.use(http.post('*/api/v1/jobs/:id/retry', () => aProblem(409, 'This job is done already.')))
  const { user } = visit('/admin?tab=jobs')
  await user.click(await screen.findByRole('button', { name: /^Retry/ }))
  await screen.findByText('Retry failed: This job is done already.')
  server.use(http.get('*/api/v1/jobs', () => aProblem(400, 'Something went wrong.')))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText('The jobs could not be loaded')
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible()
})

test('a number that the server did not count to its end is told as more than that', () => {
  expect([0, 9_999, 10_000].map((count) => countWords(count, 10_000))).toEqual([
    '0',
    '9,999',
    '10,000+',
  ])
})

test('a kind that this page does not know is told by its own word', () => {
  expect(kindWords({ kind: 'paint_the_van' })).toBe('Paint the van')
  expect([0, 1, 2].map((attempts) => attemptsWords({ attempts }))).toEqual([
    'Not tried yet',
    'Tried once',
    'Tried 2 times',
  ])
})
