import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { departure } from '@/api/socialSignIn'
import { visit } from '@/testing/render'
import { authSettings, server } from '@/testing/server'

test('no other account is offered where none is open', async () => {
  visit('/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
})

test.each(['/login', '/register'])('%s offers what is open, and leaves for it', async (address) => {
  server.use(authSettings({ google: true }))
  const left = vi.spyOn(departure, 'leaveFor').mockImplementation(() => {})
  const { user } = visit(`${address}?next=%2Fbook-service`)
  await user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce())
  const target = new URL(left.mock.calls[0]?.[0] ?? '')
  expect(target.pathname).toBe('/auth/v1/authorize')
  expect(target.searchParams.get('provider')).toBe('google')
  expect(target.searchParams.get('redirect_to')).toContain(
    '/auth/callback?for=google&next=%2Fbook-service',
  )
  expect(target.searchParams.has('code_challenge')).toBe(true)
  expect(screen.queryByRole('button', { name: /Facebook/ })).not.toBeInTheDocument()
})

test.each([
  ['google', 'Google sign-in failed. Please try again or use email/password.'],
  ['facebook', 'Facebook sign-in failed. Please try again or use email/password.'],
])('a departure for %s that fails says so', async (provider, sentence) => {
  server.use(authSettings({ [provider]: true }))
  vi.spyOn(departure, 'leaveFor').mockImplementation(() => {
    throw new Error('refused')
  })
  const { user } = visit('/login')
  await user.click(await screen.findByRole('button', { name: /^Continue with/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
})
