import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeliveryOut, OrderOut } from '@/api/generated/types.gen'
import { useStep } from '../jobs/useStep'
import { useJobs } from '../queries'

/** OP-52. */
const MOST_KEPT = 5
/** DRV-15. */
const BANNER_MS = 5_000

export type Request = {
  id: string
  order: OrderOut
  paysCents: number | null
  milesAway: number | null
  /** Assigned to this driver, who has not accepted yet; otherwise anybody may take it. */
  isAssigned: boolean
}

/** Orders that the driver could take, newest first; what was declined here stays away. */
export function useRequests(deliveries: readonly DeliveryOut[]) {
  const { data } = useJobs()
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set())
  const accepted = useMemo(
    () => new Set(deliveries.filter((it) => it.accepted_at !== null).map((it) => it.order_id)),
    [deliveries],
  )
  const requests = useMemo(() => {
    const assigned = (data?.active ?? []).filter(
      ({ order }) => order.status === 'assigned' && order.accepted_at === null,
    )
    const open = (data?.available ?? []).filter(({ fits }) => fits)
    return [...assigned, ...open]
      .filter(({ order }) => !accepted.has(order.id) && !declined.has(order.id))
      .sort((a, b) => b.order.created_at.localeCompare(a.order.created_at))
      .slice(0, MOST_KEPT)
      .map(
        ({ order, pays_cents, miles_away }): Request => ({
          id: order.id,
          order,
          paysCents: pays_cents,
          milesAway: miles_away,
          isAssigned: order.status === 'assigned',
        }),
      )
  }, [data, accepted, declined])
  const forget = (id: string) => setDeclined((before) => new Set([...before, id]))
  return { requests, banner: useBanner(requests), forget }
}

/** The newest request for as long as the banner stands; it stays in the list afterwards. */
function useBanner(requests: readonly Request[]): Request | undefined {
  const seen = useRef(new Set<string>())
  const [shown, setShown] = useState<string | null>(null)
  const newest = requests.find(({ id }) => !seen.current.has(id))?.id
  useEffect(() => {
    if (newest === undefined) return
    for (const { id } of requests) seen.current.add(id)
    setShown(newest)
  }, [newest, requests])
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), BANNER_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return requests.find(({ id }) => id === shown)
}

/** Accepting is never queued: others may have been first. */
export function useAnswer(request: Request, forget: (id: string) => void) {
  const { take, taking, isWaiting } = useStep(request.order)
  return {
    isBusy: taking !== undefined,
    isWaiting,
    accept: () => take('accept'),
    decline: () => (request.isAssigned ? take('handBack') : forget(request.id)),
  }
}
