import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { show } from '@/testing/render'
import { DEFAULT_STATUS, server } from '@/testing/server'
import { MapView } from './MapView'
import { sameRoutes } from './useSteadyRoutes'

const CHELSEA = { lat: 40.7465, lng: -73.999 }
const PARK_SLOPE = { lat: 40.6688, lng: -73.98 }
const ROUTE = { polyline: [CHELSEA, PARK_SLOPE], approximate: true, chosen: true }

// jsdom has no WebGL, so every map here is one that cannot be drawn.

test('where no map can be drawn the preview says that it is a mock, and why', async () => {
  show(<MapView label="Your trip" pickup={CHELSEA} dropoff={PARK_SLOPE} />)
  expect(await screen.findByText('Map Preview')).toBeVisible()
  expect(screen.getByText('Google Maps API key not configured. Showing mock map.')).toBeVisible()
  expect(screen.getByText(/WebGL is not available/)).toBeVisible()
  const map = within(screen.getByRole('region', { name: 'Your trip' }))
  expect(map.getByRole('img', { name: 'Pickup' })).toBeVisible()
  expect(map.getByRole('img', { name: 'Dropoff' })).toBeVisible()
})

test('the preview blames no missing key where a map of another company is configured', async () => {
  server.use(
    http.get('*/api/v1/status', () =>
      HttpResponse.json({
        ...DEFAULT_STATUS,
        maps: { engine: 'style', style_url: 'https://maps.example/style', google_maps_key: null },
      }),
    ),
  )
  show(<MapView label="Your trip" pickup={CHELSEA} dropoff={PARK_SLOPE} />)
  expect(await screen.findByText(/WebGL is not available/)).toBeVisible()
  expect(screen.getByText('Showing mock map.')).toBeVisible()
  expect(screen.queryByText(/API key not configured/)).not.toBeInTheDocument()
})

test('the preview places the pickup of a trip southwards above its dropoff', async () => {
  show(<MapView label="Your trip" pickup={CHELSEA} dropoff={PARK_SLOPE} />)
  await screen.findByText('Map Preview')
  const top = (name: string) =>
    Number.parseFloat(screen.getByRole('img', { name }).parentElement?.style.top ?? '')
  expect(top('Pickup')).toBeLessThan(top('Dropoff'))
})

test('no type is offered that the map cannot draw', async () => {
  show(<MapView label="Your trip" withTypes withFullscreen />)
  expect(await screen.findByText('Map Preview')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Map type/ })).not.toBeInTheDocument()
})

test('where Google draws the map its four types are offered', async () => {
  const maps = { engine: 'google', style_url: null, google_maps_key: 'key' }
  server.use(http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, maps })))
  const { user } = show(<MapView label="Your trip" withTypes />)
  await user.click(await screen.findByRole('button', { name: 'Map type: Map' }))
  expect(screen.getByRole('radio', { name: 'Map' })).toBeChecked()
  for (const name of ['Satellite', 'Hybrid', 'Terrain']) {
    expect(screen.getByRole('radio', { name })).toBeEnabled()
  }
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('radio', { name: 'Map' })).not.toBeInTheDocument()
})

test('the legend names pickup, dropoff, driver and where you are', async () => {
  const { user } = show(<MapView label="Your trip" withLegend />)
  await user.click(screen.getByText('Legend'))
  for (const name of ['Pickup', 'Dropoff', 'Driver', 'You are here']) {
    expect(screen.getByText(name)).toBeVisible()
  }
})

test('the route info box and the mark of an approximate route stand on the map', async () => {
  show(<MapView label="Your trip" routes={[ROUTE]} info="6.0 mi, 35 min" />)
  expect(screen.getByText('6.0 mi, 35 min')).toBeVisible()
  expect(screen.getByText('Approximate route')).toBeVisible()
})

test('a real route is not called approximate', () => {
  show(<MapView label="Your trip" routes={[{ ...ROUTE, approximate: false }]} />)
  expect(screen.queryByText('Approximate route')).not.toBeInTheDocument()
})

test('a point can be picked on the preview by the keyboard too', async () => {
  const onPick = vi.fn()
  const { user } = show(<MapView label="Pick" pickup={CHELSEA} onPick={onPick} />)
  ;(await screen.findByRole('button', { name: 'Pick a point' })).focus()
  await user.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledOnce()
  const [point] = onPick.mock.lastCall as [typeof CHELSEA]
  expect(point.lat).toBeCloseTo(CHELSEA.lat, 3)
  expect(point.lng).toBeCloseTo(CHELSEA.lng, 3)
})

test('full screen covers the page where the browser offers none', async () => {
  const { user } = show(<MapView label="Your trip" withFullscreen />)
  await user.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(screen.getByRole('region', { name: 'Your trip' })).toHaveAttribute('data-covering')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible()
})

test('a screen that builds its routes anew at every keystroke draws them once', () => {
  expect(sameRoutes([ROUTE], [{ ...ROUTE }])).toBe(true)
  expect(sameRoutes([ROUTE], [{ ...ROUTE, chosen: false }])).toBe(false)
  expect(sameRoutes([ROUTE], [])).toBe(false)
})
