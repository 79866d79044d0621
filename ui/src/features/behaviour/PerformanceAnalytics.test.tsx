import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { DriverReportOut } from '@/api/generated/types.gen'
import { signedInDriver } from '@/testing/drivers'
import { anEmptyReport, anEvent, aReport, metrics, traced } from '@/testing/driving'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const PANEL = '/driver-dashboard?tab=performance-analytics'

/** Serves one report, and remembers which were asked for. */
function serve(report: DriverReportOut = aReport()) {
  const served = { report, asked: [] as string[] }
  server.use(
    http.get('*/api/v1/behaviour/report', ({ request }) => {
      served.asked.push(new URL(request.url).search)
      return HttpResponse.json(served.report)
    }),
    http.get('*/api/v1/behaviour/events/:id', ({ params }) =>
      HttpResponse.json(
        traced(served.report.events.find((event) => event.id === params.id) ?? anEvent()),
      ),
    ),
  )
  return served
}

function asDriver() {
  signedInDriver()
}

test('signed out asks for a driver, and leads back here', async () => {
  visit(PANEL)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
  expect(screen.getByRole('link', { name: 'Sign In as Driver' })).toHaveAttribute(
    'href',
    '/login?next=%2Fdriver-dashboard%3Ftab%3Dperformance-analytics',
  )
})

test('a customer is told that it takes a driver', async () => {
  signedInAs()
  visit(PANEL)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
  expect(screen.getByRole('link', { name: 'Sign In as Driver' })).toHaveAttribute('href', '/login')
})

test('the overview shows scores, risk and figures', async () => {
  asDriver()
  serve()
  visit(PANEL)
  await screen.findByRole('img', { name: 'Safety: 90 of 100' })
  expect(screen.getByRole('img', { name: 'Overall: 95 of 100' })).toBeInTheDocument()
  expect(screen.getByText('Low risk')).toBeInTheDocument()
  expect(screen.getByText('5.2 mi')).toBeInTheDocument()
  expect(screen.getByText('19.6 MPG')).toBeInTheDocument()
  expect(screen.getByText('no planned route known')).toBeInTheDocument()
  expect(screen.getByText('Feb 26 – Wed, Mar 4, 2026')).toBeInTheDocument()
  const chart = await screen.findByRole('table', { name: 'Overall score by day' })
  expect(within(chart).getByRole('row', { name: /Mar 2, 2026 100 of 100/ })).toBeInTheDocument()
})

test('somebody who did not drive is promised scores, not given any', async () => {
  asDriver()
  serve(anEmptyReport())
  const { user } = visit(PANEL)
  await screen.findByText('Nothing driven in this period')
  await user.click(screen.getByRole('tab', { name: 'Events' }))
  expect(screen.getByText('No recent events recorded')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'AI Insights' }))
  expect(screen.getByText('No insights available')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Recommendations' }))
  expect(screen.getByText('No recommendations right now')).toBeInTheDocument()
})

test('period, dates and tab are in the address', async () => {
  asDriver()
  const served = serve()
  const { user, router } = visit(PANEL)
  await screen.findByRole('img', { name: 'Safety: 90 of 100' })
  await user.click(screen.getByRole('radio', { name: 'Month' }))
  await user.click(screen.getByRole('tab', { name: 'Events' }))
  expect(router.state.location.search).toEqual({
    tab: 'performance-analytics',
    period: 'month',
    view: 'events',
  })
  await waitFor(() => expect(served.asked).toContain('?period=month'))
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  await waitFor(() => expect(served.asked).toContain('?period=month&date=2026-02-25'))
})

test('the address opens its tab and period', async () => {
  asDriver()
  const served = serve(aReport({ ai_insights: [] }))
  visit(`${PANEL}&view=insights&period=day&until=2026-03-04`)
  await screen.findByText('No insights available')
  expect(served.asked[0]).toBe('?period=day&date=2026-03-04')
})

test('an address with nonsense in it is the overview of this week', async () => {
  asDriver()
  const served = serve()
  visit(`${PANEL}&view=x&period=year&until=2026-02-31`)
  await screen.findByRole('img', { name: 'Safety: 90 of 100' })
  expect(served.asked[0]).toBe('?period=week')
})

test('the tabs are walked by the arrow keys', async () => {
  asDriver()
  serve()
  const { user } = visit(PANEL)
  const first = await screen.findByRole('tab', { name: 'Overview' })
  first.focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Events' })).toHaveFocus()
  expect(screen.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{End}')
  expect(screen.getByRole('tab', { name: 'Recommendations' })).toHaveFocus()
})

test('a report that fails says so and can be tried again', async () => {
  asDriver()
  server.use(http.get('*/api/v1/behaviour/report', () => aProblem(409, 'It is being repaired.')))
  const { user } = visit(PANEL)
  await screen.findByText('Unable to load driver behavior report')
  serve()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('img', { name: 'Safety: 90 of 100' })
})

test('offline it waits for the connection', async () => {
  asDriver()
  serve()
  onlineManager.setOnline(false)
  visit(PANEL)
  await screen.findByText('You are offline')
})

test('an event opens with its trace on a map and its speed', async () => {
  asDriver()
  serve()
  const { user } = visit(`${PANEL}&view=events`)
  const line = await screen.findByRole('button', { name: /Harsh braking/ })
  expect(line).toHaveTextContent('−0.63 g, down to 20 mph')
  expect(line).toHaveTextContent('Wed, Mar 4, 10:00:02 AM')
  await user.click(line)
  await screen.findByRole('region', { name: 'Where it happened: Harsh braking' })
  expect(
    screen.getByRole('img', { name: 'Speed from 44 to 26 mph, between 26 and 44 mph' }),
  ).toBeInTheDocument()
})

test('an event whose trace was forgotten says so and shows no map', async () => {
  asDriver()
  serve()
  server.use(
    http.get('*/api/v1/behaviour/events/:id', () =>
      HttpResponse.json({ event: anEvent(), trace: [], forgotten: true }),
    ),
  )
  const { user } = visit(`${PANEL}&view=events`)
  await user.click(await screen.findByRole('button', { name: /Harsh braking/ }))
  await screen.findByText('The trace is kept for 90 days.')
  expect(screen.queryByRole('region', { name: /Where it happened/ })).not.toBeInTheDocument()
})

test('a contest needs a reason, is sent once and shows', async () => {
  asDriver()
  const served = serve()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/behaviour/events/:id/contest', async ({ request }) => {
      const body = (await request.json()) as { reason: string }
      sent.push(body)
      const contest = {
        reason: body.reason,
        contested_at: '2026-03-05T15:00:00Z',
        status: 'open' as const,
        decided_at: null,
        decision_reason: null,
      }
      served.report = aReport({ events: [anEvent({ contest })] })
      return HttpResponse.json(anEvent({ contest }))
    }),
  )
  const { user } = visit(`${PANEL}&view=events`)
  await user.click(await screen.findByRole('button', { name: /Harsh braking/ }))
  await user.click(await screen.findByRole('button', { name: 'Appeal this event' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Appeal this event' }))
  await user.click(dialog.getByRole('button', { name: 'Send Contest' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Say why this event should not count.')
  await user.type(dialog.getByRole('textbox'), ' A child ran out. ')
  await user.click(dialog.getByRole('button', { name: 'Send Contest' }))
  await screen.findByText('Appealed, waiting for a decision')
  expect(sent).toEqual([{ reason: 'A child ran out.' }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByText('A child ran out.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Appeal this event' })).not.toBeInTheDocument()
})

test('a refused contest stays open with the reason why', async () => {
  asDriver()
  serve()
  server.use(
    http.post('*/api/v1/behaviour/events/:id/contest', () =>
      aProblem(409, 'This event is still being recorded. Please try again in a few minutes.'),
    ),
  )
  const { user } = visit(`${PANEL}&view=events`)
  await user.click(await screen.findByRole('button', { name: /Harsh braking/ }))
  await user.click(await screen.findByRole('button', { name: 'Appeal this event' }))
  await user.type(screen.getByRole('textbox'), 'Not me.')
  await user.click(screen.getByRole('button', { name: 'Send Contest' }))
  await screen.findByText(/still being recorded/)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a decided contest tells what was decided and why', async () => {
  asDriver()
  const contest = {
    reason: 'A child ran out.',
    contested_at: '2026-03-05T15:00:00Z',
    status: 'upheld' as const,
    decided_at: '2026-03-06T15:00:00Z',
    decision_reason: 'Seen on the camera.',
  }
  serve(aReport({ events: [anEvent({ contest, resolved: true })] }))
  const { user } = visit(`${PANEL}&view=events`)
  await screen.findByText('Appeal approved: this event does not count')
  await user.click(screen.getByRole('button', { name: /Harsh braking/ }))
  expect(await screen.findByText('Seen on the camera.')).toBeInTheDocument()
})

test('insights and recommendations are told with what to do', async () => {
  asDriver()
  serve(
    aReport({
      metrics: metrics({ safety_score: 60 }),
      ai_insights: [
        {
          type: 'safety',
          title: 'Safety needs attention',
          description: 'Your safety score is 60 of 100.',
          impact: 'high',
          actionable: true,
          recommendations: ['Brake early.'],
        },
      ],
      recommendations: ['Leave more distance.'],
      training_needed: ['Defensive driving'],
    }),
  )
  const { user } = visit(`${PANEL}&view=insights`)
  await screen.findByRole('heading', { name: 'Safety needs attention' })
  expect(screen.getByText('High impact')).toBeInTheDocument()
  expect(screen.getByText('Brake early.')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Recommendations' }))
  expect(screen.getByText('Leave more distance.')).toBeInTheDocument()
  expect(screen.getByText('Defensive driving')).toBeInTheDocument()
})
