import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  signedInAs({ userType: 'admin' })
  server.use(
    http.get('*/api/v1/onboarding/screenings', ({ request }) => {
      const { search } = new URL(request.url)
      asked.push(search)
      return HttpResponse.json({
        items: search.includes('status')
          ? []
          : [
              {
                id: 'scr_1',
                application_id: 'app_1',
                user_id: 'usr_1',
                name: 'Ann Lee',
                status: 'waiting',
                created_at: '2026-11-01T12:00:00Z',
                updated_at: '2026-11-02T12:00:00Z',
                waiting_until: '2026-11-10T05:00:00Z',
                next_action: 'decide',
              },
            ],
        next: null,
      })
    }),
  )
})

test('each check says what it waits for, and is narrowed by state and age', async () => {
  const { user } = visit('/admin?tab=screenings&screenings=nonsense')
  const link = await screen.findByRole('link', { name: 'Decide: the waiting period is over' })
  expect(link).toHaveAttribute('href', '/admin?tab=applications&application=app_1')
  await user.selectOptions(screen.getByLabelText('State'), 'disputed')
  expect(await screen.findByText('No background checks')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Opened'), 'week')
  await expect.poll(() => asked.at(-1)).toBe('?limit=20&status=disputed&opened_days=7')
})
