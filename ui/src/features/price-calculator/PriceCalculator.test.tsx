import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FareIn } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { visit } from '@/testing/render'
import { aFare, aProblem, server } from '@/testing/server'

const fare = () => within(screen.getByRole('region', { name: 'Fare' }))
const total = () => fare().getByRole('status', { name: 'Total' })

/** Every trip that the server was asked about, and every question that was taken back. */
let requests: FareIn[]
let takenBack: number

beforeEach(() => {
  requests = []
  takenBack = 0
})

function answerFares(answer: (trip: FareIn) => Response | Promise<Response>) {
  server.use(
    http.post('*/api/v1/fares', async ({ request }) => {
      const trip = (await request.json()) as FareIn
      requests.push(trip)
      request.signal.addEventListener('abort', () => {
        takenBack += 1
      })
      return answer(trip)
    }),
  )
}

describe('the price calculator', () => {
  test('shows the shape of the receipt before the first answer', async () => {
    let answer = (_: Response) => {}
    answerFares(() => new Promise<Response>((resolve) => (answer = resolve)))
    visit('/')
    await screen.findByRole('status', { name: 'Calculating the price' })
    expect(total()).not.toHaveTextContent('$')
    await waitFor(() => expect(requests).not.toHaveLength(0))
    answer(HttpResponse.json(aFare({ miles: 6, minutes: 35 })))
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
  })

  test('shows every line, and the lines make the total', async () => {
    visit('/')
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
    const lines = fare()
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(lines).toEqual([
      ['Base fee', '$15.00'],
      ['Distance fee6.0 mi', '$12.00'],
      ['Time fee35 min', '$26.25'],
      ['Service fee', '$0.00'],
      ['UrgencyStandard', '$0.00'],
      ['Weight and extras40 lb', '$0.00'],
      ['Subtotal', '$53.25'],
      ['Taxes', '$4.39'],
    ])
  })

  test('says that tax depends on the place where the server cannot know it', async () => {
    answerFares((trip) => {
      const fare = aFare(trip)
      return HttpResponse.json({
        ...fare,
        taxes_cents: 0,
        total_cents: fare.subtotal_cents,
        tax_known: false,
      })
    })
    visit('/')
    await waitFor(() => expect(total()).toHaveTextContent('$53.25'))
    expect(fare().getByText('Total before tax')).toBeVisible()
    expect(fare().getByText('by the place of delivery')).toBeVisible()
  })

  test('names no shares where drivers are paid by another rule', async () => {
    answerFares((trip) => HttpResponse.json({ ...aFare(trip), shares_apply: false }))
    visit('/')
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
    expect(fare().queryByText(/goes to the driver/)).toBeNull()
  })

  test('asks for the trip as it was put together', async () => {
    answerFares((trip) => HttpResponse.json(aFare(trip)))
    const { user } = visit('/')
    await user.click(await screen.findByRole('radio', { name: 'Large Items' }))
    await user.click(screen.getByRole('radio', { name: 'Urgent' }))
    await user.click(screen.getByRole('checkbox', { name: /Fragile/ }))
    await user.click(screen.getByRole('checkbox', { name: /Assembly/ }))
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({
        service_type: 'moving',
        miles: 6,
        minutes: 35,
        weight_pounds: 40,
        urgency: 'urgent',
        fragile: true,
        assembly: true,
        helpers: 0,
        peak: false,
        poor_weather: false,
      }),
    )
  })

  test.each([
    ['Distance', '0.5', '50', '6.1 mi'],
    ['Time', '10', '180', '40 min'],
    ['Weight', '1', '500', '41 lb'],
  ])('%s runs from %s to %s, and one step up is %s', async (name, least, most, stepped) => {
    visit('/')
    const slider = await screen.findByRole('slider', { name })
    expect(slider).toHaveAttribute('aria-valuemin', least)
    expect(slider).toHaveAttribute('aria-valuemax', most)
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', stepped))
  })

  test('a dragged slider asks once it rests, and keeps the last price until the answer', async () => {
    visit('/')
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
    let answer = () => {}
    answerFares(
      (trip) =>
        new Promise<Response>(
          (resolve) => (answer = () => resolve(HttpResponse.json(aFare(trip)))),
        ),
    )
    const slider = screen.getByRole('slider', { name: 'Distance' })
    for (let step = 0; step < 10; step += 1) fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.miles).toBeCloseTo(7)
    expect(total()).toHaveTextContent('$57.64')
    expect(screen.getByRole('region', { name: 'Fare' })).toHaveAttribute('aria-busy', 'true')
    answer()
    await waitFor(() =>
      expect(total()).toHaveTextContent(formatCents(aFare({ miles: 7, minutes: 35 }).total_cents)),
    )
  })

  test('a question that no longer matters is taken back', async () => {
    visit('/')
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
    answerFares((trip) =>
      requests.length === 1 ? new Promise<Response>(() => {}) : HttpResponse.json(aFare(trip)),
    )
    const slider = screen.getByRole('slider', { name: 'Time' })
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await waitFor(() => expect(requests).toHaveLength(1))
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await waitFor(() => expect(takenBack).toBe(1))
    await waitFor(() =>
      expect(total()).toHaveTextContent(formatCents(aFare({ miles: 6, minutes: 45 }).total_cents)),
    )
  })

  test("repeats the server's own sentence when it refuses, and does not ask again by itself", async () => {
    answerFares(() => aProblem(422, 'No price is given for this place.'))
    visit('/')
    expect(await screen.findByRole('alert')).toHaveTextContent('No price is given for this place.')
    expect(total()).not.toHaveTextContent('$')
    expect(requests).toHaveLength(1)
  })

  test('Try Again recovers after the server failed', async () => {
    answerFares(() => new HttpResponse('down', { status: 503 }))
    const { user } = visit('/')
    const again = await screen.findByRole('button', { name: 'Try Again' })
    answerFares((trip) => HttpResponse.json(aFare(trip)))
    await user.click(again)
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
  })

  test('offline, no price of another trip passes for this one', async () => {
    visit('/')
    await waitFor(() => expect(total()).toHaveTextContent('$57.64'))
    onlineManager.setOnline(false)
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Time' }), { key: 'ArrowRight' })
    await screen.findByText(/The price comes as soon as the connection is back/)
    expect(total()).not.toHaveTextContent('$')
    onlineManager.setOnline(true)
    await waitFor(() => expect(total()).toHaveTextContent('$'))
  })
})
