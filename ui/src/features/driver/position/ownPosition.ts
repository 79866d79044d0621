import { useEffect, useState } from 'react'
import { outboxOf } from '../outbox/useOutbox'
import type { Fix } from './device'
import { FixQueue } from './queue'
import { type Hearing, reportWhere } from './reporter'

/** What a driver reads when their device does not tell where it is. */
export const COMPLAINT: Partial<Record<Hearing, string>> = {
  denied: 'Location access denied. Please enable location access in your browser settings.',
  unavailable: 'Location information is unavailable.',
  'timed-out': 'Location request timed out.',
  unsupported: 'Geolocation is not supported by this browser',
}

/** Reports where the device is for as long as it is wanted, and tells the screen as well. */
export function useOwnPosition(driverId: string, isWanted: boolean, onSent?: () => void) {
  const [hearing, setHearing] = useState<Hearing>('waiting')
  const [fix, setFix] = useState<Fix | null>(null)
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    setHearing('waiting')
    const queue = new FixQueue(driverId)
    const outbox = outboxOf(driverId)
    const stop = reportWhere(queue, {
      before: () => outbox.tried(),
      onFlush: (flush) => {
        outbox.positionsFirst = flush
      },
      onHearing: setHearing,
      onFix: (heard) => {
        setFix(heard)
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
  return { fix, unsent, complaint: isWanted ? COMPLAINT[hearing] : undefined }
}
