import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { signedInAs } from '@/testing/session'

const NEEDED = { name: 'Your way to the first job' }

test('a driver who comes from the registration goes on at the second step', async () => {
  signedInAs({ userType: 'driver' })
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '/drive-with-us', state: { registered: true } })
  await screen.findByRole('heading', NEEDED)
  expect(screen.getByText(/Welcome to haulage, Ann Example\./)).toHaveAttribute('role', 'status')
  expect(router.state.location.search).toEqual({ step: 2 })
})

test.each([
  ['a driver who comes from elsewhere', 'driver', false],
  ['a customer', 'customer', true],
] as const)('%s begins at the beginning', async (_who, userType, registered) => {
  signedInAs({ userType })
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '/drive-with-us', state: { registered } })
  await screen.findByRole('heading', { name: 'Drive With Us' })
  expect(screen.queryByText(/You are registered as a driver/)).not.toBeInTheDocument()
})

test('starting an application needs an account', async () => {
  visit('/drive-with-us')
  expect(await screen.findByRole('link', { name: 'Start Application' })).toHaveAttribute(
    'href',
    '/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D2',
  )
})

test('whoever is signed in starts with the overview, and any later step is a tap away', async () => {
  signedInAs()
  const { router, user } = visit('/drive-with-us')
  await screen.findByRole('heading', { name: 'Drive With Us' })
  const start = () => screen.getByRole('link', { name: 'Start Application' })
  await expect.poll(() => start().getAttribute('href')).toBe('/drive-with-us?step=2')
  await user.click(start())
  await screen.findByRole('heading', NEEDED)
  const steps = within(screen.getByRole('navigation', { name: 'Steps to becoming a driver' }))
  expect(steps.getAllByRole('link')).toHaveLength(6)
  expect(steps.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await user.click(steps.getByRole('link', { name: 'Documents' }))
  await screen.findByRole('heading', { name: 'This screen is not built yet' })
  expect(router.state.location.search).toEqual({ step: 4 })
})

test.each(['0', '8', '2.5', 'last'])('step %s is the landing', async (step) => {
  visit(`/drive-with-us?step=${step}`)
  await screen.findByRole('heading', { name: 'Drive With Us' })
})
