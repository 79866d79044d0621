import { useEffect, useState } from 'react'
import { outboxOf } from '../outbox/useOutbox'
import type { Fix } from './device'
import { FixQueue } from './queue'
import { type LocationState, reportWhere } from './reporter'

/** What a driver reads when their device does not tell where it is. */
export const LOCATION_ERRORS: Partial<Record<LocationState, string>> = {
  denied: 'Location access denied. Please enable location access in your browser settings.',
  unavailable: 'Location information is unavailable.',
  'timed-out': 'Location request timed out.',
  unsupported: 'Geolocation is not supported by this browser',
}

/** Reports where the device is for as long as it is wanted, and tells the screen as well. */
export function useOwnPosition(driverId: string, isWanted: boolean, onSent?: () => void) {
  const [state, setState] = useState<LocationState>('waiting')
  const [fix, setFix] = useState<Fix | null>(null)
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    setState('waiting')
    const queue = new FixQueue(driverId)
    const outbox = outboxOf(driverId)
    const stop = reportWhere(queue, {
      before: () => outbox.tried(),
      onFlush: (flush) => {
        outbox.positionsFirst = flush
      },
      onState: setState,
      onFix: (current) => {
        setFix(current)
        setUnsent(queue.size)
      },
      onSent: () => {
        setUnsent(queue.size)
        onSent?.()
      },
    })
    return () => {
      outbox.positionsFirst = undefined
      stop()
    }
  }, [isWanted, driverId, onSent])
  return {
    fix,
    unsent,
    locationError: isWanted ? LOCATION_ERRORS[state] : undefined,
    /** The device has told where it is, or why it does not. */
    isLocated: !isWanted || state !== 'waiting',
  }
}
