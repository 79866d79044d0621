import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { signedInAs } from '@/testing/session'

test('a driver who comes from the registration is told that its step is done', async () => {
  signedInAs({ userType: 'driver' })
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '/drive-with-us', state: { registered: true } })
  await screen.findByRole('heading', { name: 'You are registered as a driver' })
  screen.getByText(/^Welcome to haulage, Ann Example\./)
})

test.each([
  ['a driver who comes from elsewhere', 'driver', false],
  ['a customer', 'customer', true],
] as const)('%s begins at the beginning', async (_who, userType, registered) => {
  signedInAs({ userType })
  const { router } = visit('/terms')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '/drive-with-us', state: { registered } })
  await screen.findByText('Drive With Us')
  expect(screen.queryByText('You are registered as a driver')).not.toBeInTheDocument()
})
