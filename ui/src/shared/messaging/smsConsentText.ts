import { useQuery } from '@tanstack/react-query'
import { getSmsConsentTextOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ConsentTextOut } from '@/api/generated/types.gen'

/** The words of the server that this application was built with (vite.config.ts). */
declare const SMS_CONSENT: ConsentTextOut

/**
 * The words that consent to text messages is given to. They stay while a page is open, and are there
 * with the first paint: a box that comes later would move the fields below it.
 */
export function useSmsConsentText(): ConsentTextOut {
  const { data } = useQuery({
    ...getSmsConsentTextOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { forAnybody: true },
  })
  return data ?? SMS_CONSENT
}
