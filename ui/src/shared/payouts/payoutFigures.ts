import { useQuery } from '@tanstack/react-query'
import { getEarningsSummaryOptions } from '@/api/generated/@tanstack/react-query.gen'

const AGAIN_MS = 30_000

/** What a driver earned and was paid out in the last 30 days (OUT-03, OUT-34). */
export function useSummary(driverId: string) {
  return useQuery({
    ...getEarningsSummaryOptions({ path: { driver_id: driverId } }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  })
}

/** "2.5 hours", "1 hour", "30 min", or a dash where nothing arrived yet. */
export function inUnits(value: number | null, unit: 'hour' | 'minute'): string {
  if (value === null) return '–'
  const rounded = Math.round(value * 10) / 10
  if (unit === 'minute') return `${rounded} min`
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
