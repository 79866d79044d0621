import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getOrder } from '@/api/generated/sdk.gen'
import type { OrderOut } from '@/api/generated/types.gen'
import { lineOf } from './details/items'
import type { Draft } from './draft/draft'
import { EMPTY_DRAFT } from './draft/draft'
import type { DraftState } from './draft/useDraft'
import type { BookingSearch } from './search'

/** Takes what an earlier order carried into the draft. An order that is not found leaves the draft as it is. */
export function useBookAgain({ again }: BookingSearch, { change }: DraftState) {
  const navigate = useNavigate({ from: '/book-service' })
  const { data, isError } = useQuery({
    queryKey: ['order to book again', again],
    queryFn: async ({ signal }) => {
      const found = await getOrder({ path: { order_id: again ?? '' }, signal, throwOnError: true })
      return found.data
    },
    enabled: again !== undefined,
  })
  useEffect(() => {
    if (again === undefined || !(data || isError)) return
    if (data) change(draftOf(data))
    void navigate({ to: '/book-service', search: { step: data ? 2 : 1 }, replace: true })
  }, [again, data, isError, change, navigate])
}

/** Without a list, the words say what it was; with one, they are the notes. */
function draftOf(order: OrderOut): Partial<Draft> {
  const items = order.items.filter(({ description }) => description.trim() !== '').map(lineOf)
  const words = items.length > 0 ? order.item_notes : order.items_description
  const { details } = EMPTY_DRAFT
  return {
    service: order.item_class,
    details: {
      ...details,
      items,
      description: (words ?? '').slice(0, 500),
      helpers: order.helpers,
    },
  }
}
