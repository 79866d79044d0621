import { useQueryClient } from '@tanstack/react-query'
import { statusOptions } from '@/api/status'
import { toast } from '@/components/toast'
import type { Point } from './location'
import { CouldNotLocate, type CurrentLocation } from './useCurrentLocation'

/** Union Square, where a demonstration stands when the device does not say where it is. */
const MOCK_POSITION: Point = { lat: 40.7359, lng: -73.9911 }

/** How long a word on the location stands, in milliseconds (MAP-21). */
const TOAST_MS = 3_000
const ACCESS_REQUIRED_MS = 5_000

/** What is said in passing about the search for the device's position (MAP-27, MAP-28). */
export function useLocationToasts() {
  const queries = useQueryClient()
  const isDemonstration = async () =>
    (await queries.ensureQueryData(statusOptions())).mode === 'demo'
  const telling = async (current: CurrentLocation, remember: (position: Point) => void) => {
    try {
      const position = await current.locate()
      remember(position)
      toast.success('Location detected successfully!', { duration: TOAST_MS })
      return position
    } catch (error) {
      const denied = error instanceof CouldNotLocate && error.failure === 'denied'
      if (denied) tellThatAccessIsRequired()
      // Who refused is not overruled; a device that cannot say is helped out, in a demonstration only.
      if (denied || !(await isDemonstration())) throw error
      toast.info('Using mock location for demo', { duration: TOAST_MS })
      return MOCK_POSITION
    }
  }
  return { telling }
}

/** The field says what happened; this, what can be done. */
function tellThatAccessIsRequired() {
  toast.error('Allow it with the icon in the address bar, or type where it is instead.', {
    title: 'Location Access Required',
    duration: ACCESS_REQUIRED_MS,
  })
}
