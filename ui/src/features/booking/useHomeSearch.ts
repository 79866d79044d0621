import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { placeOptions } from '@/shared/places/queries'
import type { DraftState } from './draft/useDraft'
import type { BookingSearch } from './search'

/**
 * Takes what the home page has asked already out of the address and into the draft: the places
 * by their ids, and the size. A place that is not known any more is left to be asked again.
 */
export function useHomeSearch({ from, to, service }: BookingSearch, { change }: DraftState) {
  const navigate = useNavigate({ from: '/book-service' })
  const pickup = usePlace(from)
  const dropoff = usePlace(to)
  const settled = pickup !== 'loading' && dropoff !== 'loading'
  const asked = from !== undefined || to !== undefined || service !== undefined
  useEffect(() => {
    if (!asked || !settled) return
    change({
      ...(pickup && { pickup }),
      ...(dropoff && { dropoff }),
      ...(service && { service }),
    })
    void navigate({
      to: '/book-service',
      // With the size chosen there, the first question is answered.
      search: ({ step }) => ({ step: service ? 2 : step }),
      replace: true,
    })
  }, [asked, settled, pickup, dropoff, service, change, navigate])
}

function usePlace(id: string | undefined) {
  const { data, isError, fetchStatus } = useQuery({
    ...placeOptions(id ?? ''),
    enabled: id !== undefined,
  })
  if (id === undefined || isError) return null
  if (data) return data
  return fetchStatus === 'idle' ? null : 'loading'
}
