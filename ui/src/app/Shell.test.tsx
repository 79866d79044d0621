import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { visit } from '@/testing/render'
import { DEFAULT_STATUS, server } from '@/testing/server'

const SIMULATED = ['cards', 'payouts', 'sales tax', 'mail', 'sms', 'sign-in', 'speed limits']

describe('the shell', () => {
  test.each([
    ['Book Now', '/book-service'],
    ['Track', '/track/demo'],
    ['Drive', '/drive-with-us'],
    ['Admin', '/admin'],
    ['Login', '/login'],
    ['Sign Up', '/register'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ])('%s leads to %s', async (name, address) => {
    const { router, user } = visit('/no-such-page')
    await user.click((await screen.findAllByRole('link', { name }))[0] as HTMLElement)
    expect(router.state.location.pathname).toBe(address)
  })

  test('questions go to the address that the server names', async () => {
    visit('/no-such-page')
    expect(await screen.findByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:help@haulage.example',
    )
  })

  test('an unknown address says so', async () => {
    const { router } = visit('/no-such-page')
    await screen.findByRole('heading', { name: 'There is no page at this address' })
    expect(document.title).toBe('Page not found · haulage')
    await act(() => router.navigate({ to: '/terms' }))
    expect(document.title).toBe('Terms · haulage')
  })

  test('a screen that breaks keeps the header and can be tried again', async () => {
    // React reports what a boundary caught; here it is meant to be thrown.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { router, user } = visit('/terms')
    await screen.findByRole('heading', { name: 'Terms of Service' })
    const route = router.routesByPath['/privacy']
    const good = route.options.component
    route.options.component = () => {
      throw new Error('as a broken screen does')
    }
    try {
      await act(() => router.navigate({ to: '/privacy' }))
      await screen.findByRole('heading', { name: 'This page stopped working' })
      expect(screen.getByRole('banner')).toBeVisible()
    } finally {
      route.options.component = good
    }
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('heading', { name: 'Privacy Policy' })
  })

  test('says what is simulated, in words', async () => {
    server.use(
      http.get('*/api/v1/status', () =>
        HttpResponse.json({ ...DEFAULT_STATUS, simulated: ['cards', 'carrier pigeons'] }),
      ),
    )
    const { user } = visit('/terms')
    await user.click(await screen.findByRole('button', { name: 'Simulated services' }))
    expect(await screen.findByText('Cards: no money is charged.')).toBeInTheDocument()
    expect(screen.getByText('carrier pigeons')).toBeInTheDocument()
  })

  test('of a demonstration tells who can sign in', async () => {
    const email = 'driver@haulage.example'
    const sign_ins = [{ role: 'driver', email, password: 'Any-word-1' }]
    server.use(
      http.get('*/api/v1/status', () =>
        HttpResponse.json({ ...DEFAULT_STATUS, mode: 'demo', sign_ins }),
      ),
    )
    const { user } = visit('/terms')
    await user.click(await screen.findByRole('button', { name: 'Simulated services' }))
    expect(await screen.findByText(email)).toBeInTheDocument()
    expect(screen.getByText('Any-word-1')).toBeInTheDocument()
  })

  test.each(SIMULATED)('has a sentence for simulated %s', async (name) => {
    server.use(
      http.get('*/api/v1/status', () =>
        HttpResponse.json({ ...DEFAULT_STATUS, simulated: [name] }),
      ),
    )
    const { user } = visit('/terms')
    await user.click(await screen.findByRole('button', { name: 'Simulated services' }))
    await waitFor(() =>
      expect(document.querySelector('#simulated-services li')).toHaveTextContent(/: .+\.$/),
    )
  })

  test('has no such label where everything is real', async () => {
    let answered = false
    server.use(
      http.get('*/api/v1/status', () => {
        answered = true
        return HttpResponse.json({ ...DEFAULT_STATUS, mode: 'real', simulated: [] })
      }),
    )
    visit('/terms')
    await screen.findByRole('heading', { level: 1 })
    await expect.poll(() => answered).toBe(true)
    expect(screen.queryByRole('button', { name: /Simulated/ })).not.toBeInTheDocument()
  })

  test('says when the connection is gone, and when it is back no more', async () => {
    visit('/terms')
    await screen.findByRole('heading', { level: 1 })
    act(() => onlineManager.setOnline(false))
    expect(screen.getByText(/You are offline/)).toBeVisible()
    act(() => onlineManager.setOnline(true))
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
  })

  test('the colors can be switched', async () => {
    const { user } = visit('/terms')
    await user.click(await screen.findByRole('button', { name: 'Use dark colors' }))
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Use light colors' }))
    expect(document.documentElement.dataset.mantineColorScheme).toBe('light')
  })

  test('the menu of small screens holds the same links', async () => {
    const { user } = visit('/terms')
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
    for (const name of ['Book Now', 'Track', 'Drive', 'Admin', 'Login', 'Sign Up']) {
      expect(menu.getByRole('link', { name })).toBeInTheDocument()
    }
  })
})
