import { useMemo } from 'react'
import type { DeliveryOut, DriverOut } from '@/api/generated/types.gen'
import { useNow } from '@/components/useNow'
import { useOwnPosition } from '../position/ownPosition'
import { currentOf, isInHand, useDeliveries } from './useDeliveries'
import { useWakeLock } from './useWakeLock'

const NONE: DeliveryOut[] = []
/** How soon an appointment whose time has come is the job in hand. */
const LOOKED_AT_EVERY_MS = 30_000

export type Work = ReturnType<typeof useWork>

/** All that a driver's screen knows of the work: what is in hand, where the device is, and what is not sent yet. */
export function useWork(driver: DriverOut, userId: string) {
  useNow(LOOKED_AT_EVERY_MS)
  const { query, lookAgain, ...sending } = useDeliveries(driver, userId)
  const deliveries = query.data ?? NONE
  const inHand = useMemo(
    () => deliveries.filter((it) => isInHand(it) && it.accepted_at !== null),
    [deliveries],
  )
  const isWanted = driver.is_online || inHand.length > 0
  const position = useOwnPosition(driver.id, isWanted, lookAgain)
  useWakeLock(isWanted)
  return { query, lookAgain, ...sending, ...position, inHand, current: currentOf(inHand) }
}
