import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnScreeningOut } from '@/api/generated/types.gen'
import { anApplication, applicationBackend } from '@/testing/applications'
import { moveTime, takeIntervals } from '@/testing/clock'
import { visit } from '@/testing/render'
import { anOwnScreening, aResult, aScreening } from '@/testing/screenings'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

let own: OwnScreeningOut
const sent: unknown[] = []

beforeEach(() => {
  own = anOwnScreening()
  sent.length = 0
  signedInAs({ userType: 'customer' })
  applicationBackend(anApplication())
  server.use(
    http.get('*/api/v1/onboarding/screening', () => HttpResponse.json(own)),
    http.post('*/api/v1/onboarding/screening/:what', async ({ request }) => {
      sent.push(await request.json())
      own = { ...own, screening: aScreening({ status: 'consented', check: null }) }
      return HttpResponse.json(own)
    }),
  )
})

test('the disclosure stands by itself and is signed with a name', async () => {
  const { user } = visit('/drive-with-us?step=5')
  const disclosure = await screen.findByRole('region', { name: 'Disclosure' })
  expect(disclosure).toHaveTextContent(
    /^Disclosurehaulage may obtain a consumer report about you\.$/,
  )
  const agree = screen.getByRole('button', { name: 'Agree to Background Check' })
  await user.click(agree)
  expect(screen.getByRole('alert')).toHaveTextContent('Type your full name.')
  const name = screen.getByLabelText('Type your full name to sign')
  await user.type(name, 'Somebody Else')
  await user.click(agree)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Sign with your name as in your application: Ann Example.',
  )
  expect(sent).toEqual([])
  await user.clear(name)
  await user.type(name, ' ann  María exámple ')
  await user.click(agree)
  expect(await screen.findByText('It is ordered once you submit your application.')).toBeVisible()
  expect(sent).toEqual([{ version: '2026-11', signature: 'ann  María exámple' }])
})

test('a refusal is told and what was typed stays', async () => {
  const sentence = 'The disclosure was changed. Please read it again.'
  server.use(
    http.post('*/api/v1/onboarding/screening/consent', () =>
      aProblem(409, sentence, 'disclosure_changed'),
    ),
  )
  const { user } = visit('/drive-with-us?step=5')
  await user.type(await screen.findByLabelText('Type your full name to sign'), 'Ann Example')
  await user.click(screen.getByRole('button', { name: 'Agree to Background Check' }))
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByLabelText('Type your full name to sign')).toHaveValue('Ann Example')
})

test('the page is asked for again every 10 seconds', async () => {
  own = anOwnScreening({ screening: aScreening() })
  applicationBackend(anApplication({ status: 'submitted' }))
  takeIntervals()
  try {
    visit('/drive-with-us?step=5')
    expect(await screen.findByText('In Progress')).toBeVisible()
    own = anOwnScreening({
      screening: aScreening({
        status: 'cleared',
        check: 'completed',
        result: aResult(),
        has_certificate: true,
      }),
    })
    await moveTime(10_000)
    expect(await screen.findByText('Completed, approved')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
  expect(screen.getByText('Driving record').nextSibling).toHaveTextContent('Clear')
  expect(screen.queryByText('Global watchlist')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Download Certificate' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Submit Dispute' })).not.toBeInTheDocument()
})

test('a check that its company canceled says what comes next', async () => {
  own = anOwnScreening({ screening: aScreening({ progress: 'canceled' }) })
  applicationBackend(anApplication({ status: 'submitted' }))
  visit('/drive-with-us?step=5')
  expect(await screen.findByText('Canceled by the screening company')).toBeVisible()
  expect(screen.getByText(/We order it again, and you get a new invitation/)).toBeVisible()
  expect(screen.queryByText('In Progress')).not.toBeInTheDocument()
})

test('a check that stands still says so, and leads to no invitation that is done', async () => {
  own = anOwnScreening({
    screening: aScreening({ progress: 'suspended', invitation_url: 'https://agency.example/i' }),
  })
  applicationBackend(anApplication({ status: 'submitted' }))
  visit('/drive-with-us?step=5')
  expect(await screen.findByText('On hold at the screening company')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Continue at/ })).not.toBeInTheDocument()
})

test('whoever got a notice reads the report and can dispute it', async () => {
  own = anOwnScreening({
    screening: aScreening({
      status: 'waiting',
      result: aResult({
        records: [
          {
            type: 'misdemeanor',
            description: 'Disorderly conduct',
            disposition: 'Convicted',
            location: '',
            on: null,
          },
        ],
      }),
      letters: [
        {
          id: 'scr_1-1',
          kind: 'pre_adverse_notice',
          made_at: '2026-11-05T12:00:00Z',
          mailed_at: null,
          opened_at: null,
        },
      ],
    }),
  })
  applicationBackend(anApplication({ status: 'under_review' }))
  const { user } = visit('/drive-with-us?step=5')
  expect(await screen.findByText('We need your answer')).toBeVisible()
  expect(screen.getByText('Disorderly conduct, misdemeanor, Convicted')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download Notice before a decision' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Submit Dispute' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(screen.getByLabelText(/What is wrong in the report/), 'That is not me.')
  const [, send] = screen.getAllByRole('button', { name: 'Submit Dispute', hidden: true })
  if (send) await user.click(send)
  await vi.waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(sent).toEqual([{ reason: 'That is not me.' }])
})

test.each([true, false])(
  'claims about real checks are made where they are real',
  async (isSimulated) => {
    own = anOwnScreening({ is_simulated: isSimulated })
    visit('/drive-with-us?step=5')
    await screen.findByRole('region', { name: 'Disclosure' })
    for (const claim of [/of the last 7 years$/, /^Checks take 2-3 days on average$/]) {
      expect(screen.queryAllByText(claim)).toHaveLength(isSimulated ? 0 : 1)
    }
    expect(screen.queryByText(/24-48 hours/)).not.toBeInTheDocument()
    expect(screen.queryAllByText('Simulated background check')).toHaveLength(isSimulated ? 1 : 0)
  },
)
