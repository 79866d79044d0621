import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aDraft, keepDraft, openBooking, SCORING } from '@/testing/booking'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

beforeEach(() => {
  signedInAs()
  openBooking()
})

const forward = () => screen.getByRole('button', { name: 'Continue' })
const total = () => screen.getByRole('status', { name: 'Total' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the drivers', () => {
  test('are shown best first, and choosing one leads to their price', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await screen.findByText('Available Drivers (2)')
    expect(screen.getByText('Sorted by best match')).toBeVisible()
    const [best, second] = screen.getAllByRole('article')
    expect(within(best as HTMLElement).getByText('Best Match')).toBeVisible()
    expect(within(second as HTMLElement).queryByText('Best Match')).not.toBeInTheDocument()
    expect(second).toHaveTextContent('Not rated yet')
    expect(best).toHaveTextContent('Arrives in 12 min')
    expect(
      within(best as HTMLElement).getByRole('img', { name: 'Score 94.2 of 100, Excellent match' }),
    ).toBeVisible()
    expect(screen.getByText(/^Select a driver to go on to the payment\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Select Driver: Maria Lopez' }))
    expect(await heading('Payment and confirmation')).toHaveFocus()
    expect(total()).toHaveTextContent('$27.06')
  })

  test('Continue without one says so, and moves to the list', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await screen.findByText('Available Drivers (2)')
    await user.click(forward())
    const mark = await screen.findByText('Choose a driver to continue.')
    await waitFor(() => expect(mark).toHaveFocus())
    await user.tab()
    expect(screen.getByRole('button', { name: 'View Analysis: Maria Lopez' })).toHaveFocus()
    expect(await heading('Choose a driver')).toBeVisible()
  })

  test('are sorted by what somebody looks for, and the best match stays it', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await screen.findByText('Available Drivers (2)')
    await user.click(screen.getByRole('radio', { name: 'Price' }))
    expect(screen.getByText('Sorted by price')).toBeVisible()
    const totals = screen
      .getAllByRole('article')
      .map((card) => /\$([\d.]+)/.exec(card.textContent)?.[1])
    expect(totals).toEqual([...totals].sort((a, b) => Number(a) - Number(b)))
    expect(screen.getAllByText('Best Match')).toHaveLength(1)
  })

  test('explain their score by six factors and their weights', async () => {
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(await screen.findByRole('button', { name: 'View Analysis: Maria Lopez' }))
    expect(scrolled.mock.contexts).toContain(
      screen.getByRole('region', { name: 'Matching Algorithm Analysis' }),
    )
    scrolled.mockRestore()
    const panel = within(screen.getByRole('region', { name: 'Matching Algorithm Analysis' }))
    expect(panel.getByText('Algorithm v3.0')).toBeVisible()
    expect(panel.getAllByRole('meter').map((meter) => meter.getAttribute('aria-label'))).toEqual([
      'Distance, weight 30%',
      'Vehicle match, weight 20%',
      'Capacity, weight 15%',
      'Availability, weight 10%',
      'Rating, weight 15%',
      'Price, weight 10%',
    ])
    await user.click(panel.getByRole('button', { name: 'Show Details' }))
    expect(panel.getByText(/Brings 4.8 of 10 points/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Hide Details' }))
    expect(panel.queryByText(/points add up/)).not.toBeInTheDocument()
  })

  test('none free is a screen of its own', async () => {
    openBooking([])
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    await screen.findByRole('heading', { name: 'No Available Drivers' })
    const refresh = screen.getByRole('button', { name: 'Refresh' })
    expect(screen.queryByText('Choose a driver to continue.')).toBeNull()
    await user.click(forward())
    await waitFor(() => expect(refresh).toHaveFocus())
  })

  test('a list that the price limit emptied says so', async () => {
    server.use(
      http.post('*/api/v1/quotes/:id/matches', () =>
        HttpResponse.json({
          items: [],
          next: null,
          emptied_by_price_limit: true,
          scoring: SCORING,
        }),
      ),
    )
    keepDraft(aDraft())
    visit('/book-service?step=4')
    await screen.findByRole('heading', { name: 'No Available Drivers' })
    expect(screen.getByText(/price limit of \$48.00 before tax/)).toBeVisible()
    expect(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('Above the limit')
  })

  test('failing can be tried again', async () => {
    server.use(http.post('*/api/v1/quotes/:id/matches', () => aProblem(409, 'Not now.')))
    keepDraft(aDraft())
    const { user } = visit('/book-service?step=4')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Not now.')
    server.resetHandlers()
    openBooking()
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Available Drivers (2)')
  })
})
