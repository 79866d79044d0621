import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { describeLoad, listItemPresets } from '@/api/generated/sdk.gen'
import type { Draft, ItemLine } from '../draft/draft'
import { itemIn } from './items'

/** The usual things. They come with the server's release and do not change while a page is open. */
export function useItemPresets() {
  return useQuery({
    queryKey: ['item presets'],
    queryFn: async ({ signal }) => {
      const { data } = await listItemPresets({ signal, throwOnError: true })
      return data.items
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What a list amounts to. A question, although it is asked with POST; the last answer stays meanwhile. */
export function useLoad(items: ItemLine[], service: Draft['service']) {
  const body = { items: items.map(itemIn), item_class: service ?? 'small' }
  return useQuery({
    queryKey: ['load', body],
    queryFn: async ({ signal }) => {
      const { data } = await describeLoad({ body, signal, throwOnError: true })
      return data
    },
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
