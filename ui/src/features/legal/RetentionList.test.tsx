import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const POSITIONS = {
  key: 'positions',
  what: 'Positions of drivers',
  period: '90 days after each',
  why: 'Long enough for a dispute.',
  end: 'deleted',
}

test('how long everything is kept is what the server deletes by', async () => {
  server.use(http.get('*/api/v1/retention', () => HttpResponse.json({ periods: [POSITIONS] })))
  visit('/privacy')
  const item = (await screen.findByText('Positions of drivers:')).closest('li')
  expect(item).toHaveTextContent(
    'Positions of drivers: 90 days after each. Long enough for a dispute.',
  )
})

test('a schedule that does not come is told, and can be asked for again', async () => {
  server.use(http.get('*/api/v1/retention', () => aProblem(403, 'Not today')))
  const { user } = visit('/privacy')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not today')
  server.use(http.get('*/api/v1/retention', () => HttpResponse.json({ periods: [POSITIONS] })))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Positions of drivers:')
})
