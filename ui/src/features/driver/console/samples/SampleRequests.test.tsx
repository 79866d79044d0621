import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '@/testing/render'
import { DEFAULT_STATUS, server } from '@/testing/server'
import { SampleRequests } from './SampleRequests'
import { EVERY_MS, MAX_SAMPLES } from './sampleRequests'

afterEach(() => vi.useRealTimers())

test('the demonstration alone has samples, one every half a minute and five at most', async () => {
  server.use(
    http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode: 'demo' })),
  )
  show(<SampleRequests />)
  const button = await screen.findByRole('button', { name: 'Show Sample Requests' })
  vi.useFakeTimers()
  fireEvent.click(button)
  const shown = () => screen.queryAllByRole('article', { name: 'Sample request' })
  expect(shown()).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(EVERY_MS))
  expect(shown()).toHaveLength(2)
  act(() => void vi.advanceTimersByTime(EVERY_MS * 10))
  expect(shown()).toHaveLength(MAX_SAMPLES)
  fireEvent.click(screen.getAllByRole('button', { name: 'Accept Sample' })[0] as HTMLElement)
  expect(shown()).toHaveLength(MAX_SAMPLES - 1)
  fireEvent.click(screen.getByRole('button', { name: 'Stop Sample Requests' }))
  expect(shown()).toHaveLength(0)
})

test.each([
  ['Accept Sample', /^That was practice: you have taken no order/],
  ['Decline Sample', 'That was practice: nothing was declined.'],
])('%s says that it was practice', async (name, words) => {
  server.use(
    http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode: 'demo' })),
  )
  show(<SampleRequests />)
  fireEvent.click(await screen.findByRole('button', { name: 'Show Sample Requests' }))
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByText(words)
})

test('nowhere else', async () => {
  const asked = vi.fn(() => HttpResponse.json(DEFAULT_STATUS))
  server.use(http.get('*/api/v1/status', asked))
  show(<SampleRequests />)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByText('Demonstration')).not.toBeInTheDocument()
})
