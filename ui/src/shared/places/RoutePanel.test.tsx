import { onlineManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { aLocation, aRoute, page } from '@/testing/places'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { RoutePanel } from './RoutePanel'

const PICKUP = aLocation('350 5th Avenue')
const DROPOFF = aLocation('1 Main Street', { lat: 40.7033, lng: -73.9903 })

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...(aRoute().steps[0] as ReturnType<typeof aRoute>['steps'][number]),
    instruction: `Turn ${index + 1}`,
  }))

function Panel(props: { at?: string | null; onSelect?: (index: number) => void }) {
  const [selected, setSelected] = useState(0)
  return (
    <RoutePanel
      pickup={PICKUP}
      dropoff={DROPOFF}
      at={props.at ?? null}
      fareText="$40.00"
      selected={selected}
      onSelect={(index) => {
        setSelected(index)
        props.onSelect?.(index)
      }}
    />
  )
}

const answering = (...routes: ReturnType<typeof aRoute>[]) =>
  server.use(http.get('*/api/v1/routes', () => page(routes)))

const figure = async (term: string) => (await screen.findByText(term)).nextElementSibling

describe('the figures', () => {
  test('are Total Distance, Estimated Time and Estimated Fare', async () => {
    answering(aRoute())
    show(<Panel />)
    await screen.findAllByText('7.4 mi')
    expect(await figure('Total Distance')).toHaveTextContent('7.4 mi')
    expect(await figure('Estimated Time')).toHaveTextContent('32 min')
    expect(await figure('Estimated Fare')).toHaveTextContent('$40.00')
    expect(screen.queryByText('Approximate.')).not.toBeInTheDocument()
  })

  test('of an estimate are called approximate', async () => {
    answering(aRoute({ approximate: true }))
    show(<Panel />)
    expect(await screen.findByText('Approximate.')).toBeVisible()
  })

  test('are those of the time at which somebody sets out', async () => {
    const requests: URL[] = []
    server.use(
      http.get('*/api/v1/routes', ({ request }) => {
        requests.push(new URL(request.url))
        return page([aRoute()])
      }),
    )
    show(<Panel at="2026-11-23T08:00:00-05:00" />)
    await screen.findAllByText('7.4 mi')
    const query = Object.fromEntries(requests[0]?.searchParams ?? [])
    expect(query).toEqual({
      from_lat: '40.7484',
      from_lng: '-73.9857',
      to_lat: '40.7033',
      to_lng: '-73.9903',
      at: '2026-11-23T08:00:00-05:00',
    })
  })
})

describe('Alternative Routes', () => {
  test('are left out where there is one way', async () => {
    answering(aRoute())
    show(<Panel />)
    await screen.findAllByText('7.4 mi')
    expect(screen.queryByText('Alternative Routes')).not.toBeInTheDocument()
  })

  test('each have Select, which shows their figures', async () => {
    answering(
      aRoute(),
      aRoute({
        name: 'Broadway',
        distance: { text: '6.9 mi', value: 11_100 },
        duration: { text: '38 min', value: 2_280 },
      }),
    )
    const onSelect = vi.fn()
    const { user } = show(<Panel onSelect={onSelect} />)
    expect(await screen.findByRole('heading', { name: 'Alternative Routes' })).toBeVisible()
    const first = screen.getByRole('button', { name: 'Select FDR Drive' })
    const second = screen.getByRole('button', { name: 'Select Broadway' })
    expect(first).toHaveAttribute('aria-pressed', 'true')
    expect(second).toHaveTextContent('Select')
    await user.click(second)
    expect(onSelect).toHaveBeenCalledWith(1)
    expect(await figure('Total Distance')).toHaveTextContent('6.9 mi')
    expect(second).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('Turn-by-Turn Directions', () => {
  test('show the first five steps and how many more there are', async () => {
    answering(aRoute({ steps: steps(8) }))
    const { user } = show(<Panel />)
    const heading = await screen.findByRole('heading', { name: 'Turn-by-Turn Directions' })
    const list = within(heading.parentElement as HTMLElement)
    expect(list.getAllByRole('listitem')).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: '... and 3 more steps' }))
    expect(list.getAllByRole('listitem')).toHaveLength(8)
    expect(list.getByText('Turn 6').closest('li')).toHaveFocus()
  })

  test('of five steps have nothing more', async () => {
    answering(aRoute({ steps: steps(5) }))
    show(<Panel />)
    await screen.findByText('Turn 5')
    expect(screen.queryByText(/more step/)).not.toBeInTheDocument()
  })
})

describe('without a route', () => {
  test('a failure is a Route Calculation Error with Try Again, and no distance is made up', async () => {
    let broken = true
    server.use(
      http.get('*/api/v1/routes', () =>
        broken ? aProblem(409, 'Route Calculation Error') : page([aRoute()]),
      ),
    )
    const { user } = show(<Panel />)
    expect(await screen.findByRole('alert')).toHaveTextContent('Route Calculation Error')
    expect(screen.queryByText('Total Distance')).not.toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await figure('Total Distance')).toBeVisible()
  })

  test('that no road connects the places is said, and another place asked for', async () => {
    server.use(
      http.get('*/api/v1/routes', () =>
        aProblem(422, 'No road connects these places.', 'no_route'),
      ),
    )
    show(<Panel />)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'No road connects these two places. Please choose another pickup or dropoff.',
    )
  })

  test('offline says so', async () => {
    onlineManager.setOnline(false)
    show(<Panel />)
    expect(await screen.findByText('You are offline')).toBeVisible()
  })

  test('nothing is asked until both ends are chosen', async () => {
    const requests = vi.fn(() => HttpResponse.json({ items: [], next: null }))
    server.use(http.get('*/api/v1/routes', requests))
    show(<RoutePanel pickup={PICKUP} dropoff={null} at={null} selected={0} onSelect={() => {}} />)
    expect(await figure('Total Distance')).toHaveTextContent('–')
    expect(requests).not.toHaveBeenCalled()
  })
})
