import { queryOptions } from '@tanstack/react-query'
import { previewPrice } from '@/api/generated/sdk.gen'
import type { PlaceIn, PricePreviewOut } from '@/api/generated/types.gen'

export type { PricePreviewOut as PricePreview }

/** Drivers come and go: an older answer is asked for again. */
const FRESH_MILLISECONDS = 60_000

/**
 * What a trip of this size will cost, from the cheapest to the dearest driver. Nobody needs an
 * account for it, and nothing can be booked from it.
 */
export function previewOptions(size: 'small' | 'large', pickup: PlaceIn, dropoff: PlaceIn) {
  const body = {
    item_class: size,
    items: [{}],
    pickup,
    dropoff,
  }
  return queryOptions({
    queryKey: ['price preview', body],
    queryFn: async ({ signal }) => {
      const { data } = await previewPrice({ body, signal, throwOnError: true })
      return data
    },
    staleTime: FRESH_MILLISECONDS,
    meta: { forAnybody: true },
  })
}
