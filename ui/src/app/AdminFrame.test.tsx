import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { signedInAs } from '@/testing/session'

test('the menu of an administrator names every page in groups and opens one', async () => {
  signedInAs({ userType: 'admin' })
  const { user, router } = visit('/admin?tab=contests')
  const menu = await screen.findByRole('navigation', { name: 'Admin' })
  const unfold = within(menu).getByRole('button', { name: 'Driving Appeals' })

  await user.click(unfold)

  expect(unfold).toHaveAttribute('aria-expanded', 'true')
  expect(within(menu).getByRole('link', { name: 'Driving Appeals' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await user.click(within(menu).getByRole('link', { name: 'Background tasks' }))
  expect(router.state.location.search).toEqual({ tab: 'jobs' })
  expect(within(menu).getByRole('button', { name: 'Background tasks' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})
