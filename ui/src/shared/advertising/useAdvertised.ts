import { useQuery } from '@tanstack/react-query'
import { getAdvertisedFiguresOptions } from '@/api/generated/@tanstack/react-query.gen'
import { useMarketplaceStatus } from '@/api/status'
import { type AdvertisedName, claimed } from './advertised'

/** Says the words of a claim, or null where it is not true here. */
export function useAdvertised(): (name: AdvertisedName) => string | null {
  const mode = useMarketplaceStatus()?.mode
  const { data } = useQuery({
    ...getAdvertisedFiguresOptions(),
    enabled: mode === 'real',
    staleTime: 60 * 60_000,
    // A claim is worth no notice: without figures nothing is claimed.
    retry: false,
    meta: { forAnybody: true },
  })
  return (name) => claimed(name, mode, data)
}
