import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from '@/components/toast'
import { aSuggestion, placesAnswering } from '@/testing/places'
import { show } from '@/testing/render'
import { aProblem, DEFAULT_STATUS, server } from '@/testing/server'
import { AddressInput } from './AddressInput'
import type { Location } from './location'
import { LOCATING_IN_WIZARD, type LocatingLimits } from './useCurrentLocation'

type Ask = Geolocation['getCurrentPosition']

const HERE = { coords: { latitude: 40.7306, longitude: -73.9866 } } as GeolocationPosition
const ask = vi.fn<Ask>()

/** A browser that answers with a position, or fails with the code of the Geolocation API. */
const answering: Ask = (found) => found(HERE)
const failing =
  (code: number): Ask =>
  (_, failed) =>
    failed?.({ code } as GeolocationPositionError)

function browserWith(permission: PermissionState | null, answer: Ask) {
  ask.mockReset().mockImplementation(answer)
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    onLine: true,
    geolocation: { getCurrentPosition: ask },
    permissions: permission && {
      query: async () => Object.assign(new EventTarget(), { state: permission }),
    },
  })
}

function Field({ locating }: { locating?: LocatingLimits }) {
  const [value, setValue] = useState<Location | null>(null)
  return (
    <>
      <AddressInput
        label="Pickup"
        purpose="pickup"
        value={value}
        onChange={setValue}
        locating={locating}
      />
      <output>{value ? `${value.lat}, ${value.lng}` : 'nothing'}</output>
    </>
  )
}

const press = async (limits?: LocatingLimits) => {
  const { user } = show(<Field locating={limits} />)
  await user.click(screen.getByRole('button', { name: 'Use current location' }))
  return user
}

beforeEach(() => {
  server.use(...placesAnswering({ suggestions: [aSuggestion('Here')] }))
  vi.spyOn(toast, 'success')
  vi.spyOn(toast, 'info')
  vi.spyOn(toast, 'error')
})
afterEach(() => vi.unstubAllGlobals())

describe('Use current location', () => {
  test('takes the address at the position, and says so for 3 s', async () => {
    browserWith('prompt', answering)
    await press()
    expect(await screen.findByText('40.7306, -73.9866')).toBeVisible()
    expect(screen.getByRole('combobox')).toHaveValue('1 Found Street, New York, NY')
    expect(toast.success).toHaveBeenCalledWith('Location detected successfully!', {
      duration: 3_000,
    })
  })

  test('waits 10 s and takes a position of the last five minutes', async () => {
    browserWith('prompt', answering)
    await press()
    expect(ask.mock.calls[0]?.[2]).toEqual({ timeout: 10_000, maximumAge: 300_000 })
  })

  test('in the wizard waits 5 s and takes a position of the last ten minutes', async () => {
    browserWith('prompt', answering)
    await press(LOCATING_IN_WIZARD)
    expect(ask.mock.calls[0]?.[2]).toEqual({ timeout: 5_000, maximumAge: 600_000 })
  })

  test.each([
    [1, 'Location access denied. Please enable location access in your browser settings.'],
    [2, 'Location information is unavailable.'],
    [3, 'Location request timed out.'],
  ])('says what failure %i means', async (code, sentence) => {
    browserWith('prompt', failing(code))
    await press()
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try Again' }) !== null).toBe(code !== 1)
  })

  test('says that a browser without it does not support it', async () => {
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent, onLine: true })
    await press()
    expect(await screen.findByText('Geolocation is not supported by this browser')).toBeVisible()
  })

  test('refused, tells for 5 s that access is required and where to allow it', async () => {
    browserWith('prompt', failing(1))
    await press()
    await waitFor(() => expect(toast.error).toHaveBeenCalledOnce())
    expect(toast.error).toHaveBeenCalledWith(expect.stringMatching(/^Allow it .* or type/), {
      title: 'Location Access Required',
      duration: 5_000,
    })
    // What happened is said once, at the field.
    expect(screen.getAllByText(/^Location access denied/)).toHaveLength(1)
  })

  test('refused for good, shows that location access is disabled', async () => {
    browserWith('denied', failing(1))
    await press()
    expect(await screen.findByText('Location Access Disabled')).toBeVisible()
    expect(screen.getByText(/in your browser settings and refresh the page\.$/)).toBeVisible()
  })

  test('where no address is known, says what the server says', async () => {
    browserWith('prompt', answering)
    server.use(http.get('*/api/v1/places/reverse', () => aProblem(404, 'No address near there.')))
    await press()
    expect(await screen.findByText('No address near there.')).toBeVisible()
  })
})

describe('in a demonstration', () => {
  beforeEach(() => {
    server.use(
      http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mode: 'demo' })),
    )
  })

  test('a device that cannot say where it is stands at a mock location, and that is told', async () => {
    browserWith('prompt', failing(3))
    await press()
    expect(await screen.findByText('40.7359, -73.9911')).toBeVisible()
    expect(toast.info).toHaveBeenCalledWith('Using mock location for demo', { duration: 3_000 })
  })

  test('somebody who refused is not overruled', async () => {
    browserWith('denied', failing(1))
    await press()
    expect(await screen.findByText('Location Access Disabled')).toBeVisible()
    expect(screen.getByText('nothing')).toBeVisible()
  })
})

describe('without a click', () => {
  test('nobody is asked for permission', async () => {
    browserWith('prompt', answering)
    const { user } = show(<Field />)
    await user.click(screen.getByRole('combobox'))
    await user.keyboard('h')
    await screen.findByRole('option')
    expect(ask).not.toHaveBeenCalled()
  })

  test('a permission given before brings suggestions nearby', async () => {
    browserWith('granted', answering)
    const requests: URL[] = []
    server.use(...placesAnswering({ suggestions: [aSuggestion('Here')], asked: requests }))
    const { user } = show(<Field />)
    await user.click(screen.getByRole('combobox'))
    await user.keyboard('h')
    await waitFor(() => expect(requests.at(-1)?.searchParams.get('lat')).toBe('40.73'))
  })
})
