import { useState } from 'react'
import { NOT_PROVED, PROOF_NEEDED, spoken } from '@/api/problem'
import { type AuthRefusal, refusalOf } from '@/auth/authRefusal'
import { useCountdown } from '@/components/useCountdown'
import { isTooMany, mailTooSoon, outage, secondsToWait } from './outage'

/** One thing that a form tries: whether it runs, why it failed, and how long to wait. */
export type Attempt = {
  busy: boolean
  sentence: string | null
  wait: number
  /** True where it was done. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

/** What *told* has no sentence for is shown as the server said it, else as *failure*. */
export function useAttempt(
  failure: string,
  messageOf: (refusal: AuthRefusal) => string | undefined = () => undefined,
): Attempt {
  const [busy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string | null>(null)
  const [wait, startWait] = useCountdown()

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (busy || wait > 0) return false
    setBusy(true)
    setSentence(null)
    try {
      await work()
      return true
    } catch (error) {
      const refusal = refusalOf(error)
      setSentence(messageOf(refusal) ?? ours(refusal) ?? (spoken(refusal.message) || failure))
      if (isTooMany(refusal)) startWait(secondsToWait(refusal))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, sentence, wait, run, clear: () => setSentence(null) }
}

function ours(refusal: AuthRefusal): string | undefined {
  if (refusal.code === PROOF_NEEDED) return NOT_PROVED
  return mailTooSoon(refusal) ?? outage(refusal)
}
