import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { aLocation, page, placesAnswering } from '@/testing/places'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { chosen, FIFTH, Field, field, options } from './anAddressField'
import { rereadSearches } from './recentSearches'

beforeEach(() => {
  server.use(...placesAnswering())
  localStorage.clear()
  rereadSearches()
})

describe('when there is nothing to choose', () => {
  test('says that no address matches', async () => {
    server.use(...placesAnswering())
    const { user } = show(<Field />)
    await user.type(field(), 'nowhere')
    expect(await screen.findByText('No address matches “nowhere”')).toBeVisible()
  })

  test('Try Again asks once more after a failure, by the button and by Enter', async () => {
    let broken = true
    server.use(
      http.get('*/api/v1/places/suggestions', () =>
        broken ? aProblem(409, 'The address index is being rebuilt.') : page(FIFTH),
      ),
    )
    const { user } = show(<Field />)
    await user.type(field(), '350')
    expect(await screen.findByText('The address index is being rebuilt.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('The address index is being rebuilt.')
    broken = false
    await user.keyboard('{Enter}')
    expect(await options()).toHaveLength(3)
  })

  test('waits as long as the server asks, and then goes on by itself', async () => {
    let limited = true
    server.use(
      http.get('*/api/v1/places/suggestions', () => {
        if (!limited) return page(FIFTH)
        limited = false
        return HttpResponse.json(
          { code: 'too_many_requests', status: 429, message: 'Too many requests.' },
          { status: 429, headers: { 'retry-after': '1' } },
        )
      }),
    )
    const { user } = show(<Field />)
    await user.type(field(), '350')
    expect(await screen.findByText('Too many searches at once')).toBeVisible()
    expect(screen.getByText(/in 1 s/)).toBeInTheDocument()
    expect(await screen.findByRole('option', { name: /350 5th Avenue/ })).toBeVisible()
  })

  test('asks again by itself while the server prepares its places', async () => {
    let requests = 0
    server.use(
      http.get('*/api/v1/places/suggestions', () => {
        requests += 1
        return requests > 2 ? page(FIFTH) : aProblem(503, 'The index of places is being prepared.')
      }),
    )
    const { user } = show(<Field />)
    await user.type(field(), '350')
    expect(await screen.findByText('The index of places is being prepared.')).toBeVisible()
    expect(await options()).toHaveLength(3)
  })

  test('says that it is offline, and comes back with the connection', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    onlineManager.setOnline(false)
    await user.type(field(), '350')
    expect(await screen.findByText('You are offline')).toBeVisible()
    act(() => onlineManager.setOnline(true))
    expect(await options()).toHaveLength(3)
  })

  test('a suggestion whose place cannot be found is said below the field', async () => {
    let broken = true
    server.use(
      http.get('*/api/v1/places/:id', ({ params }) => {
        if (String(params.id) === 'suggestions') return page(FIFTH)
        if (String(params.id) === 'popular') return page([])
        return broken ? aProblem(404, 'No such place.') : HttpResponse.json(aLocation('Found'))
      }),
    )
    const { user } = show(<Field />)
    await user.type(field(), '350')
    await user.click((await options())[0] as HTMLElement)
    const group = within(screen.getByRole('group', { name: 'Pickup' }))
    expect(await group.findByText('No such place.')).toBeVisible()
    broken = false
    await user.click(group.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(chosen()).toHaveTextContent('Found'))
  })
})
