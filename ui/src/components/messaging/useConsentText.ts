import { useQuery } from '@tanstack/react-query'
import { getSmsConsentTextOptions } from '@/api/generated/@tanstack/react-query.gen'

/** The words that consent to text messages is given to. They stay while a page is open. */
export function useConsentText() {
  return useQuery({
    ...getSmsConsentTextOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { forAnybody: true },
  }).data
}
