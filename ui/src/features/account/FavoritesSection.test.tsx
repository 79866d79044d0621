import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { FavoriteOut } from '@/api/generated/types.gen'
import { openAccount, section } from '@/testing/account'
import { anOffer } from '@/testing/booking'
import { aProblem, server } from '@/testing/server'
import { aSession } from '@/testing/session'

const { vehicle } = anOffer()
const LIST = '*/api/v1/me/favorite-drivers'
const ONE = '*/api/v1/me/favorite-drivers/:id'

function aFavorite(part: Partial<FavoriteOut> = {}): FavoriteOut {
  return {
    driver_id: 'drv-maria',
    name: 'Maria L.',
    vehicle,
    rating: 4.8,
    total_jobs: 120,
    added_at: '2026-11-20T15:00:00Z',
    ...part,
  }
}

/** Answers the list, and removes from it. */
function favoritesApi(...favorites: FavoriteOut[]) {
  let items = favorites
  server.use(
    http.get(LIST, () => HttpResponse.json({ items, next: null })),
    http.delete(ONE, ({ params }) => {
      items = items.filter(({ driver_id }) => driver_id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

test('a favorite is removed, and the others stay', async () => {
  favoritesApi(aFavorite(), aFavorite({ driver_id: 'drv-sam', name: 'Sam O.', rating: null }))
  const { user } = openAccount()
  const favorites = await section('Favorite drivers')
  expect(await favorites.findByText(/Rated 4\.8/)).toBeVisible()
  expect(favorites.getByText(/Not rated yet/)).toBeVisible()
  await user.click(favorites.getByRole('button', { name: 'Remove Maria L. from favorites' }))
  await expect.poll(() => favorites.queryByText('Maria L.')).toBeNull()
  await user.click(favorites.getByRole('button', { name: 'Remove Sam O. from favorites' }))
  expect(await favorites.findByText(/^None yet/)).toBeVisible()
})

test('whoever could not be removed stays, with the reason', async () => {
  favoritesApi(aFavorite())
  server.use(http.delete(ONE, () => aProblem(503, 'Please try again later')))
  const { user } = openAccount()
  const favorites = await section('Favorite drivers')
  await user.click(await favorites.findByRole('button', { name: 'Remove Maria L. from favorites' }))
  expect(await favorites.findByRole('alert')).toHaveTextContent('Please try again later')
  expect(favorites.getByText('Maria L.')).toBeVisible()
})

test('an administrator, who books nothing, has no favorites', async () => {
  openAccount({ session: aSession({ userType: 'admin' }) })
  await section('Email')
  expect(screen.queryByRole('region', { name: 'Favorite drivers' })).toBeNull()
})
