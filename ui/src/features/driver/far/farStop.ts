import { getDelivery } from '@/api/generated/sdk.gen'
import type { ActionKind, DeliveryOut, FarStopOut } from '@/api/generated/types.gen'
import { metresBetween } from '@/shared/map/geometry'
import type { Fix } from '../position/device'

const METERS_PER_MILE = 1609.344

/** The stop at which a step is taken; the others are taken anywhere. */
const STOP_OF: Partial<Record<ActionKind, FarStopOut['stop']>> = {
  start: 'pickup',
  confirm_pickup: 'pickup',
  stop: 'dropoff',
  confirm_return: 'pickup',
}

/** The stop of this step, where it is taken far away from it, as the device sees where it is. */
export function farStopOf(
  delivery: DeliveryOut,
  action: ActionKind,
  fix: Fix | null,
): FarStopOut | null {
  const stop = STOP_OF[action]
  if (fix?.accuracy_m == null || !stop) return null
  const meters = metresBetween(fix, delivery[`${stop}_location`])
  if (meters - fix.accuracy_m <= delivery.far_meters) return null
  return { stop, miles: meters / METERS_PER_MILE }
}

/** A driver at the door waits no longer for what is only a question. */
const KNOWN_WITHIN_MS = 2_000

/** The same as the server knows it, for a device that has not found itself yet; nothing where it does not answer. */
export async function farStopKnown(
  orderId: string,
  action: ActionKind,
): Promise<FarStopOut | null> {
  // Of a start the server says nothing: it confirms no stop.
  if (!STOP_OF[action] || action === 'start') return null
  const signal = AbortSignal.timeout(KNOWN_WITHIN_MS)
  const answer = await getDelivery({ path: { order_id: orderId }, signal }).catch(() => null)
  return answer?.data?.far_from ?? null
}
