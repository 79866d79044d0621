import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '@/testing/render'
import { DataPanel, type PanelQuery } from './DataPanel'

function panel(state: Partial<PanelQuery<string[]>>) {
  const query = {
    data: undefined,
    error: null,
    isFetching: false,
    fetchStatus: 'idle',
    refetch: vi.fn(),
    ...state,
  } as PanelQuery<string[]>
  return show(
    <DataPanel
      query={query}
      failure="Your orders could not be loaded"
      skeleton={<p>loading</p>}
      isEmpty={(names) => names.length === 0}
      empty={<p>none</p>}
    >
      {(names) => <p>{names.join()}</p>}
    </DataPanel>,
  )
}

test('what loads keeps its shape and says that it loads', () => {
  panel({ fetchStatus: 'fetching' })
  expect(screen.getByText('loading')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
})

test('what came is shown, and nothing has a screen of its own', () => {
  panel({ data: ['a', 'b'] })
  expect(screen.getByText('a,b')).toBeInTheDocument()
  panel({ data: [] })
  expect(screen.getByText('none')).toBeInTheDocument()
})

test('what failed says why and can be tried again', async () => {
  const refetch = vi.fn()
  const error = { code: 'x', message: 'The list is being repaired.', status: 503 }
  const { user } = panel({ error: error as unknown as Error, refetch })
  expect(screen.getByRole('alert')).toHaveTextContent('Your orders could not be loaded')
  expect(screen.getByText('The list is being repaired.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('what cannot be renewed stays, and says that it may be old', () => {
  panel({ data: ['a'], error: new TypeError('Failed to fetch') })
  expect(screen.getByText('a')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('This may be out of date')
})

test('offline says so instead of waiting', () => {
  panel({ fetchStatus: 'paused' })
  expect(screen.getByText('You are offline')).toBeInTheDocument()
})
