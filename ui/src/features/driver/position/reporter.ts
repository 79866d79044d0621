import { reportPositions } from '@/api/generated/sdk.gen'
import { isProblem } from '@/api/problem'
import { fixOf, WATCHING } from './device'
import type { FixQueue } from './queue'

/** 'silent' is a device that tells nothing for now; it may yet. */
export type Hearing = 'waiting' | 'telling' | 'denied' | 'silent' | 'unsupported'

const SEND_EVERY_MS = 5_000
/** A device that lies still tells nothing new; that it is still there is told this often. */
const STILL_THERE_MS = 60_000
const DENIED = 1

/** Watches the device and tells the server in batches, until it is stopped (DRV-26). */
export function reportWhere(queue: FixQueue, onHearing: (hearing: Hearing) => void): () => void {
  if (!navigator.geolocation) {
    onHearing('unsupported')
    return () => undefined
  }
  const sender = new Sender(queue)
  let heardAt = 0
  const hear = (position: GeolocationPosition) => {
    queue.add(fixOf(position))
    onHearing('telling')
    // Whoever has just gone online is to be found at once.
    if (heardAt === 0) void sender.send()
    heardAt = Date.now()
  }
  const complain = ({ code }: GeolocationPositionError) =>
    onHearing(code === DENIED ? 'denied' : 'silent')
  const watch = navigator.geolocation.watchPosition(hear, complain, WATCHING)
  const still = setInterval(() => {
    if (heardAt === 0 || Date.now() - heardAt < STILL_THERE_MS) return
    navigator.geolocation.getCurrentPosition(hear, complain, WATCHING)
  }, STILL_THERE_MS / 2)
  return () => {
    clearInterval(still)
    navigator.geolocation.clearWatch(watch)
    sender.stop()
  }
}

class Sender {
  private isSending = false
  private readonly timer = setInterval(() => void this.send(), SEND_EVERY_MS)

  constructor(private readonly queue: FixQueue) {
    window.addEventListener('online', this.send)
    window.addEventListener('pagehide', this.leave)
  }

  stop(): void {
    clearInterval(this.timer)
    window.removeEventListener('online', this.send)
    window.removeEventListener('pagehide', this.leave)
    void this.send().then(this.leave)
  }

  private readonly leave = () => this.queue.keep()

  readonly send = async (): Promise<void> => {
    if (this.isSending || this.queue.size === 0) return
    if (!navigator.onLine) return this.queue.keep()
    this.isSending = true
    try {
      while (this.queue.size > 0) {
        const batch = this.queue.batch()
        if (!(await wasHeard(batch))) break
        this.queue.heard(batch)
      }
    } finally {
      this.isSending = false
      this.queue.keep()
    }
  }
}

/** Whether a batch is done with: taken, or refused for good. Sending it again changes nothing. */
async function wasHeard(fixes: ReturnType<FixQueue['batch']>): Promise<boolean> {
  try {
    const { error, response } = await reportPositions({ body: { fixes } })
    return response?.ok === true || (isProblem(error) && [400, 422].includes(error.status))
  } catch {
    return false
  }
}
