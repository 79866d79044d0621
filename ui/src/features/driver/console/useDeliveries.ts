import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  getOwnFiguresQueryKey,
  getStatusQueryKey,
  listOwnJobsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { listDeliveries } from '@/api/generated/sdk.gen'
import type { DeliveryOut, DriverOut, StatusOut } from '@/api/generated/types.gen'
import { toast } from '@/components/toast'
import { messagesMoved } from '@/shared/messaging/queries'
import { follow } from '@/shared/realtime/realtime'
import type { QueuedAction } from '../outbox/action'
import { updateServerClock } from '../outbox/serverClock'
import { useOutbox } from '../outbox/useOutbox'
import type { QueuedProof } from '../proof/database'
import { useProofBox } from '../proof/useProofBox'
import { useJobs } from '../queries'
import { isTime, projected } from './projection'
import { storeConsole, storedConsole } from './storage'

const MOST_IN_HAND = 50
const DONE_SHOWN = 3

const keyOf = (driverId: string) => ['deliveries in hand', driverId]

/**
 * What a driver has in hand and did last, newest first, as it stands once everything that waits
 * here has been taken over. After a reload in a tunnel it is what was known before.
 */
export function useDeliveries(driver: DriverOut, userId: string) {
  const { outbox, ...waiting } = useOutbox(driver.id)
  const { box, waiting: proofs } = useProofBox(driver.id)
  const queries = useQueryClient()
  const queryKey = useMemo(() => keyOf(driver.id), [driver.id])
  const query = useQuery({
    queryKey,
    queryFn: load,
    initialData: () => storedConsole(userId)?.deliveries,
    initialDataUpdatedAt: 0,
    staleTime: 0,
  })
  const { data } = query

  useEffect(() => {
    if (!data) return
    const status = queries.getQueryData<StatusOut>(getStatusQueryKey())
    storeConsole({ userId, at: Date.now(), driver, deliveries: data, status })
  }, [data, userId, driver, queries])

  useEffect(() => {
    const lookAgain = () => {
      void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
      void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
    }
    return outbox.onTaken((fresh, gone, applied) => {
      confirmNotifications(applied)
      // An answer that is on its way knows nothing of this one yet.
      void queries.cancelQueries({ queryKey })
      queries.setQueryData<DeliveryOut[]>(
        queryKey,
        (before) => before && replaced(before, fresh).filter(({ order_id }) => !gone.has(order_id)),
      )
      lookAgain()
    })
  }, [outbox, queries, queryKey])

  // A proof ends its delivery, at once and not when it is next asked for.
  useEffect(
    () =>
      box.onTaken((proof) => {
        void queries.cancelQueries({ queryKey })
        queries.setQueryData<DeliveryOut[]>(queryKey, (before) =>
          before?.map((delivery) => projected(delivery, [endBy(proof)])),
        )
        void queries.invalidateQueries({ queryKey })
      }),
    [box, queries, queryKey],
  )
  useJobsMoved(queryKey)
  useRequestUpdates(data && currentOf(data)?.order_id, queryKey)

  const deliveries = useMemo(() => {
    const steps = [...waiting.waiting, ...proofs.map(endBy)]
    return data?.map((delivery) => projected(delivery, steps))
  }, [data, waiting.waiting, proofs])
  const lookAgain = useMemo(
    () => () => void queries.invalidateQueries({ queryKey }),
    [queries, queryKey],
  )
  return { query: { ...query, data: deliveries }, outbox, waiting, proofs, lookAgain }
}

/** The customer hears at once of a driver who sets out, and no more of one who is there by now. */
function confirmNotifications(applied: readonly QueuedAction[]): void {
  const last = new Map(applied.map((it) => [it.order_id, it]))
  for (const { order_id, action } of last.values()) {
    if (action !== 'set_out') continue
    toast.success('The customer has been told that you are on your way.', { id: `job-${order_id}` })
  }
}

function endBy({ order_id, body }: QueuedProof) {
  return { order_id, action: 'stop' as const, at: body.at }
}

export function isInHand({ status }: Pick<DeliveryOut, 'status'>): boolean {
  return status === 'pending' || status === 'in_progress'
}

async function load(): Promise<DeliveryOut[]> {
  const wanted = [
    { status: 'pending', limit: MOST_IN_HAND },
    { status: 'in_progress', limit: MOST_IN_HAND },
    { status: 'completed', limit: DONE_SHOWN },
  ] as const
  const pages = await Promise.all(
    wanted.map((query) => listDeliveries({ query, throwOnError: true })),
  )
  // One that moved on between two answers is in both; the later state is the truer one.
  const found = new Map(pages.flatMap(({ data }) => data.items.map((it) => [it.order_id, it])))
  const [first] = found.values()
  if (first) updateServerClock(first.timer.as_of)
  return [...found.values()]
}

function replaced(before: DeliveryOut[], fresh: DeliveryOut[]): DeliveryOut[] {
  const byOrder = new Map(fresh.map((it) => [it.order_id, it]))
  return before.map((it) => {
    const now = byOrder.get(it.order_id)
    // How far the driver went is told by the single delivery alone.
    return now ? { ...now, actual_distance: now.actual_distance ?? it.actual_distance } : it
  })
}

/** Circles, customers and administrators move jobs too: whatever moved one, its delivery is asked for again. */
function useJobsMoved(queryKey: readonly unknown[]): void {
  const queries = useQueryClient()
  const { data } = useJobs()
  const moved = data?.active.map(({ order }) => `${order.id}/${order.version}`).join(' ')
  useEffect(() => {
    if (moved === undefined) return
    // An answer that is on its way may know nothing of it, and nobody would ask again.
    const again = () => queries.invalidateQueries({ queryKey })
    void queries.cancelQueries({ queryKey }).then(again)
  }, [moved, queries, queryKey])
}

/** The one that the driver is on: what is under way, else what is to be done first once it is time. */
export function currentOf(deliveries: readonly DeliveryOut[]): DeliveryOut | undefined {
  return (
    deliveries.find(({ status }) => status === 'in_progress') ??
    deliveries.find((it) => it.status === 'pending' && it.en_route_at !== null) ??
    bySoonest(
      deliveries.filter((it) => it.status === 'pending' && it.accepted_at !== null && isTime(it)),
    )[0]
  )
}

/** Those for now before appointments. */
export function bySoonest(deliveries: readonly DeliveryOut[]): DeliveryOut[] {
  const at = ({ scheduled_time }: DeliveryOut) =>
    scheduled_time === null ? 0 : Date.parse(scheduled_time)
  return deliveries.toSorted((a, b) => at(a) - at(b))
}

/** Looks again as soon as the order's log has a new entry. */
function useRequestUpdates(orderId: string | undefined, queryKey: readonly unknown[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (orderId === undefined) return
    return follow({
      path: `/api/v1/orders/${encodeURIComponent(orderId)}/events?messages=true`,
      onMessage: ({ event }) => {
        if (event === 'messages') messagesMoved(queries, orderId)
        else void queries.invalidateQueries({ queryKey })
      },
      onState: () => undefined,
    })
  }, [orderId, queries, queryKey])
}
