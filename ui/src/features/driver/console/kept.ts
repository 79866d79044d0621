import type { DeliveryOut, DriverOut, StatusOut } from '@/api/generated/types.gen'
import { mayKeepFor } from '@/auth/remains'
import { HANDS_KEY } from '@/auth/storedSession'

/** What a driver sees again after a reload in a tunnel: their jobs in hand, and nobody else's. */
export type Kept = {
  userId: string
  at: number
  driver: DriverOut
  deliveries: DeliveryOut[]
  /** Which map there is. */
  status: StatusOut | undefined
}

/** Null for whoever else is signed in. */
export function keptFor(userId: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(HANDS_KEY) ?? 'null') as Kept | null
    return kept?.userId === userId && Array.isArray(kept.deliveries) ? kept : null
  } catch {
    return null
  }
}

/**
 * Only what is in hand: names and addresses of customers leave the device as soon as their delivery
 * is done, and when the driver signs out.
 */
export function keep(kept: Kept): void {
  if (!mayKeepFor(kept.userId)) return
  const deliveries = kept.deliveries.filter(
    ({ status }) => status === 'pending' || status === 'in_progress',
  )
  try {
    localStorage.setItem(HANDS_KEY, JSON.stringify({ ...kept, deliveries }))
  } catch {
    // Without room a reload in a tunnel waits for the connection.
  }
}
