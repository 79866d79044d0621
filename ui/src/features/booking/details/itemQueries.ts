import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { describeLoad, listItemPresets } from '@/api/generated/sdk.gen'
import type { ItemListIn } from '@/api/generated/types.gen'
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

/** Ours, as of the quote: pieces that are counted up ask once. */
const SETTLE_MILLISECONDS = 300

/**
 * What a list amounts to. A question, although it is asked with POST. The last answer stays meanwhile, as
 * `isOld`; offline, where it would pass for the answer to this list, there is none.
 */
export function useLoad(items: ItemLine[], service: Draft['service']) {
  const request = JSON.stringify({ items: items.map(itemIn), item_class: service ?? 'small' })
  const [settled] = useDebouncedValue(request, SETTLE_MILLISECONDS)
  const query = useQuery({
    queryKey: ['load', settled],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(settled) as ItemListIn
      const { data } = await describeLoad({ body, signal, throwOnError: true })
      return data
    },
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const paused = query.fetchStatus === 'paused'
  const isOld = query.isPlaceholderData || settled !== request
  return { query, paused, isOld, load: paused && isOld ? undefined : query.data }
}
