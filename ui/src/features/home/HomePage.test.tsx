import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { zServicePage } from '@/api/generated/zod.gen'
import { visit } from '@/testing/render'
import { aProblem, DEFAULT_STATUS, SERVICES, server } from '@/testing/server'

describe('home', () => {
  test('leads with Book a Service and Drive With Us', async () => {
    visit('/')
    const hero = within(await screen.findByRole('region', { name: /The price up front/ }))
    expect(hero.getByRole('link', { name: 'Book a Service' })).toHaveAttribute(
      'href',
      '/book-service',
    )
    expect(hero.getByRole('link', { name: 'Drive With Us' })).toHaveAttribute(
      'href',
      '/drive-with-us',
    )
  })

  test('names the three benefits', async () => {
    visit('/')
    for (const name of ['Quick Booking', 'Trusted Drivers', 'Top Rated']) {
      expect(await screen.findByRole('heading', { name })).toBeVisible()
    }
  })

  test('makes no claim about stars on a site that has not earned it', async () => {
    const real = { ...DEFAULT_STATUS, mode: 'real' }
    const few = { rating: null, all_jobs: null, delivery: null, moving: null }
    server.use(
      http.get('*/api/v1/status', () => HttpResponse.json(real)),
      http.get('*/api/v1/advertised-figures', () => HttpResponse.json(few)),
    )
    visit('/')
    await screen.findByRole('button', { name: 'Simulated services' })
    expect(screen.queryByText(/4\.8/)).not.toBeInTheDocument()
  })

  test('makes the claim in a demonstration', async () => {
    server.use(
      http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode: 'demo' })),
    )
    visit('/')
    expect(await screen.findByText(/4\.8\+ stars/)).toBeVisible()
  })

  test('shows what each size starts at', async () => {
    expect(zServicePage.parse(SERVICES)).toEqual(SERVICES)
    visit('/')
    const small = (await screen.findByRole('heading', { name: 'Small Items' })).closest('article')
    const large = screen.getByRole('heading', { name: 'Large Items' }).closest('article')
    expect(small).toHaveTextContent('starting at $35')
    expect(large).toHaveTextContent('starting at $80')
    expect(screen.getByText(/A short trip can cost less/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Book Large Items' })).toHaveAttribute(
      'href',
      '/book-service?service=large',
    )
  })

  test('says so when nothing is on offer', async () => {
    server.use(http.get('*/api/v1/services', () => HttpResponse.json({ items: [], next: null })))
    visit('/')
    expect(await screen.findByText('No services are offered right now.')).toBeVisible()
  })

  test('offers Try Again beside services that failed to load', async () => {
    server.use(
      http.get('*/api/v1/services', () => aProblem(409, 'The catalogue is being changed.')),
    )
    const { user } = visit('/')
    const services = within(await screen.findByRole('region', { name: /Two sizes/ }))
    expect(await services.findByRole('alert')).toHaveTextContent('The catalogue is being changed.')
    server.use(http.get('*/api/v1/services', () => HttpResponse.json(SERVICES)))
    await user.click(services.getByRole('button', { name: 'Try Again' }))
    expect(await services.findByRole('heading', { name: 'Large Items' })).toBeVisible()
  })
})
