import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type Access, NO_ACCESS } from '@/shared/access/access'
import { useSavedAddresses } from '@/shared/addresses/savedAddresses'
import { isSavedId, locationOfSaved, savedOf } from '@/shared/addresses/savedLocation'
import type { Location } from '@/shared/places/location'
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
      ...(pickup && { pickup: pickup.place, pickupAccess: pickup.access ?? NO_ACCESS }),
      ...(dropoff && { dropoff: dropoff.place, dropoffAccess: dropoff.access ?? NO_ACCESS }),
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

interface Found {
  place: Location
  /** Of a saved address. */
  access: Access | null
}

function usePlace(id: string | undefined): Found | null | 'loading' {
  const isSaved = id !== undefined && isSavedId(id)
  const saved = useSavedAddresses(isSaved)
  const { data, isError, fetchStatus } = useQuery({
    ...placeOptions(id ?? ''),
    enabled: id !== undefined && !isSaved,
  })
  const { data: addresses } = saved
  const found = useMemo((): Found | null => {
    if (!isSaved) return data ? { place: data, access: null } : null
    const known = savedOf(id, addresses ?? [])
    return known ? { place: locationOfSaved(known), access: known.access } : null
  }, [id, isSaved, data, addresses])
  const asked = isSaved ? saved : { isError, fetchStatus }
  if (id === undefined || found || asked.isError) return found
  return asked.fetchStatus === 'idle' ? null : 'loading'
}
