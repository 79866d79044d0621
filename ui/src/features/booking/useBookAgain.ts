import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { OrderOut } from '@/api/generated/types.gen'
import { NO_ACCESS } from '@/shared/access/access'
import { locationOfPlace } from '@/shared/places/location'
import { lineOf } from './details/items'
import { changed } from './draft/changes'
import { type Draft, LONGEST_DESCRIPTION } from './draft/draft'
import type { DraftState } from './draft/useDraft'
import type { BookingSearch } from './search'

/**
 * Takes an order that is booked again out of the address and into the draft: both ends with the way to
 * their doors, whom to meet, what is moved and its size. Its time is past: it is booked for now. Where
 * the order cannot be read, the draft stays as it is.
 */
export function useBookAgain({ again }: BookingSearch, { update }: DraftState) {
  const navigate = useNavigate({ from: '/book-service' })
  const { data, isError, fetchStatus } = useQuery({
    ...getOrderOptions({ path: { order_id: again ?? '' } }),
    enabled: again !== undefined,
  })
  const settled = data !== undefined || isError || fetchStatus === 'paused'
  useEffect(() => {
    if (again === undefined || !settled) return
    if (data) update((draft) => changed(draft, bookedAgain(data, draft)))
    void navigate({ to: '/book-service', search: { step: data ? 2 : 1 }, replace: true })
  }, [again, settled, data, update, navigate])
}

/** What the draft takes from an order. */
export function bookedAgain(order: OrderOut, { details }: Draft): Partial<Draft> {
  const listed = order.items.filter(({ preset, description }) => preset || description.trim())
  const words = (listed.length > 0 ? order.item_notes : order.items_description) ?? ''
  return {
    service: order.item_class,
    pickup: locationOfPlace(order.pickup_location, `order ${order.id} pickup`),
    dropoff: locationOfPlace(order.delivery_location, `order ${order.id} dropoff`),
    pickupAccess: order.pickup_access ?? NO_ACCESS,
    dropoffAccess: order.dropoff_access ?? NO_ACCESS,
    scheduledTime: null,
    scheduledUntil: null,
    // Photos are of what was moved then.
    photos: [],
    contact: { name: order.contact_name ?? '', phone: order.contact_phone ?? '' },
    details: {
      ...details,
      items: listed.map(lineOf),
      helpers: order.helpers,
      description: words.slice(0, LONGEST_DESCRIPTION),
      fragile: listed.length === 0 && order.items.some(({ fragile }) => fragile),
      assembly: listed.length === 0 && order.items.some(({ assembly }) => assembly),
    },
  }
}
