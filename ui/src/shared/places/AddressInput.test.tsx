import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aLocation, aSuggestion, page, placesAnswering } from '@/testing/places'
import { show } from '@/testing/render'
import { server } from '@/testing/server'
import { chosen, FIFTH, Field, field, options } from './anAddressField'
import { CHOOSE_A_SUGGESTION } from './confirmLocations'
import { rereadSearches } from './recentSearches'

const MANY = Array.from({ length: 8 }, (_, index) => aSuggestion(`${index + 1} Main Street`))

function later<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil
  })
  return { promise, resolve }
}

const reached = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')

beforeEach(() => {
  server.use(...placesAnswering())
  localStorage.clear()
  rereadSearches()
})

describe('typing', () => {
  test('asks after a pause of 150 ms, once for all that was typed', async () => {
    const requests: URL[] = []
    server.use(...placesAnswering({ suggestions: FIFTH, asked: requests }))
    show(<Field />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const text of ['3', '350', '350 5th']) {
        fireEvent.change(field(), { target: { value: text } })
        act(() => vi.advanceTimersByTime(149))
      }
      expect(requests).toEqual([])
      act(() => vi.advanceTimersByTime(1))
    } finally {
      vi.useRealTimers()
    }
    expect(await options()).toHaveLength(3)
    expect(requests.map((url) => url.searchParams.get('text'))).toEqual(['350 5th'])
  })

  test('is headed by the number of suggestions, and tells it to a screen reader', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    await user.type(field(), '350')
    expect(await screen.findByText('Address Suggestions (3)')).toBeVisible()
    expect(screen.getByText('3 address suggestions')).toBeInTheDocument()
  })

  test('makes stronger what was typed', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH.slice(0, 1) }))
    const { user } = show(<Field />)
    await user.type(field(), '350 av')
    const [option] = await options()
    const strong = option?.querySelectorAll('.matched') ?? []
    expect([...strong].map((part) => part.textContent)).toEqual(['350', 'Av'])
  })

  test('choosing a suggestion fills the field and the location', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    await user.type(field(), '350')
    field().scrollLeft = 60
    await user.click(await screen.findByRole('option', { name: /350 5th Street/ }))
    expect(await screen.findByText('350 5th Street')).toBe(chosen())
    expect(field()).toHaveValue('350 5th Street, New York, NY')
    expect(field().scrollLeft, 'its number is in sight').toBe(0)
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(screen.queryByText(CHOOSE_A_SUGGESTION)).not.toBeInTheDocument()
  })

  test('on a chosen address takes the location back', async () => {
    server.use(...placesAnswering())
    const { user } = show(<Field value={aLocation('1 Main Street')} />)
    expect(field()).toHaveValue('1 Main Street, New York, NY')
    await user.type(field(), '!')
    expect(chosen()).toHaveTextContent('nothing')
    expect(field()).toHaveValue('1 Main Street, New York, NY!')
  })

  test('an answer to an earlier text is aborted and never replaces a later one', async () => {
    const old = later<void>()
    const started = later<AbortSignal>()
    server.use(
      http.get('*/api/v1/places/suggestions', async ({ request }) => {
        const text = new URL(request.url).searchParams.get('text')
        if (text !== 'old') return page([aSuggestion('New place')])
        started.resolve(request.signal)
        await old.promise
        return page([aSuggestion('Old place')])
      }),
    )
    show(<Field />)
    fireEvent.change(field(), { target: { value: 'old' } })
    const earlier = await started.promise
    fireEvent.change(field(), { target: { value: 'new' } })
    expect(await screen.findByRole('option', { name: /New place/ })).toBeVisible()
    expect(earlier.aborted).toBe(true)
    old.resolve()
    expect(screen.queryByText('Old place')).not.toBeInTheDocument()
  })

  test('shows five, and the others when asked', async () => {
    server.use(...placesAnswering({ suggestions: MANY }))
    const { user } = show(<Field />)
    await user.type(field(), 'main')
    await user.click(await screen.findByRole('option', { name: 'Show 3 more suggestions' }))
    expect(await options()).toHaveLength(8)
    expect(screen.queryByText(/more suggestions/)).not.toBeInTheDocument()
  })

  test('Show all suggestions shows them at once', async () => {
    server.use(...placesAnswering({ suggestions: MANY }))
    const { user } = show(<Field />)
    await user.type(field(), 'main')
    await options()
    await user.click(screen.getByRole('button', { name: 'Show all suggestions' }))
    expect(await options()).toHaveLength(8)
  })

  test('asks near the place that the screen names', async () => {
    const requests: URL[] = []
    server.use(...placesAnswering({ suggestions: FIFTH, asked: requests }))
    const { user } = show(<Field near={{ lat: 40.67123, lng: -73.98471 }} />)
    await user.type(field(), '350')
    await options()
    expect(requests[0]?.searchParams.get('lat')).toBe('40.67')
    expect(requests[0]?.searchParams.get('lng')).toBe('-73.98')
  })
})

describe('the keyboard', () => {
  test('arrows walk the list round, Enter chooses, and the focus stays in the field', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    await user.type(field(), '350')
    await options()
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
    expect(reached()).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(reached()).toHaveTextContent('350 5th Avenue')
    expect(reached()).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowUp}')
    expect(reached()).toHaveTextContent('350 East 5th Street')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(reached()).toHaveTextContent('350 5th Street')
    expect(field()).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(chosen()).toHaveTextContent('350 5th Street'))
  })

  test('Home and End reach the ends of the list once a line is reached', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    await user.type(field(), '350')
    await options()
    await user.keyboard('{End}')
    expect(reached()).toBeNull()
    await user.keyboard('{ArrowDown}{End}')
    expect(reached()).toHaveTextContent('350 East 5th Street')
    await user.keyboard('{Home}')
    expect(reached()).toHaveTextContent('350 5th Avenue')
  })

  test('Escape closes the list and nothing around it', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const outer = vi.fn()
    const { user } = show(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a window around the field.
      <div onKeyDown={({ key }) => outer(key)}>
        <Field />
      </div>,
    )
    await user.type(field(), '350')
    await options()
    outer.mockClear()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(outer).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(outer).toHaveBeenCalledWith('Escape')
  })

  test('Enter on text without a place reaches the first line and sends no form', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const sent = vi.fn()
    const { user } = show(
      <form onSubmit={sent}>
        <Field />
        <button type="submit">Send</button>
      </form>,
    )
    await user.type(field(), '350')
    await options()
    await user.keyboard('{Enter}')
    expect(reached()).toHaveTextContent('350 5th Avenue')
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('leaving the field', () => {
  test('closes the list after 150 ms, and asks to choose what was only typed', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    await user.type(field(), '350')
    await options()
    vi.useFakeTimers()
    try {
      fireEvent.blur(field())
      act(() => vi.advanceTimersByTime(149))
      expect(screen.getByRole('listbox')).toBeInTheDocument()
      expect(screen.queryByText(CHOOSE_A_SUGGESTION)).not.toBeInTheDocument()
      act(() => vi.advanceTimersByTime(1))
      expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
      expect(screen.getByText(CHOOSE_A_SUGGESTION)).toBeInTheDocument()
      expect(field()).toBeInvalid()
      expect(field()).toHaveAccessibleDescription(CHOOSE_A_SUGGESTION)
    } finally {
      vi.useRealTimers()
    }
  })

  test('says nothing of an empty field', async () => {
    server.use(...placesAnswering({ popular: MANY }))
    const { user } = show(<Field />)
    await user.click(field())
    await options()
    await user.tab()
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    expect(field()).toBeValid()
  })

  test('an error of the screen takes the place of its own', async () => {
    show(<Field error="Pickup and dropoff locations cannot be the same" />)
    expect(field()).toHaveAccessibleDescription('Pickup and dropoff locations cannot be the same')
  })
})

describe('an empty field', () => {
  test('offers at most 15 popular locations', async () => {
    const popular = Array.from({ length: 20 }, (_, index) => aSuggestion(`Place ${index}`))
    server.use(...placesAnswering({ popular }))
    const { user } = show(<Field />)
    await user.click(field())
    expect(await screen.findByText('Popular Locations')).toBeVisible()
    await user.click(screen.getByRole('option', { name: 'Show 10 more suggestions' }))
    expect(await options()).toHaveLength(15)
  })

  test('offers what was chosen before, in every field, and lets go of it', async () => {
    server.use(...placesAnswering({ suggestions: FIFTH }))
    const { user } = show(<Field />)
    await user.type(field(), '350')
    await user.click((await options())[0] as HTMLElement)
    await waitFor(() => expect(chosen()).toHaveTextContent('350 5th Avenue'))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen()).toHaveTextContent('nothing')
    expect(field()).toHaveFocus()
    expect(await screen.findByText('Recent Searches')).toBeVisible()
    await user.keyboard('{ArrowDown}{Delete}')
    expect(screen.queryByText('Recent Searches')).not.toBeInTheDocument()
  })

  test('a recent search is chosen without the server', async () => {
    const search = {
      main_text: '9 Oak Lane',
      secondary_text: '',
      location: aLocation('9 Oak Lane'),
    }
    localStorage.setItem('haulage.recent-searches', JSON.stringify([search]))
    rereadSearches()
    onlineManager.setOnline(false)
    const { user } = show(<Field />)
    await user.click(field())
    await user.click(await screen.findByRole('option', { name: '9 Oak Lane' }))
    expect(chosen()).toHaveTextContent('9 Oak Lane')
  })

  test('a location that is taken away from outside empties the field', async () => {
    const { user } = show(<Field value={aLocation('1 Main Street')} />)
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(field()).toHaveValue('')
  })

  test('does not open by itself where the focus begins', () => {
    show(<Field autoFocus />)
    expect(field()).toHaveFocus()
    expect(field()).toHaveAttribute('aria-expanded', 'false')
  })
})
