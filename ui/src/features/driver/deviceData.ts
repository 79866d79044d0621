import { confirm } from '@/components/confirm'
import { answersNow, resetAnswers } from '@/shared/offers/answers'
import { closeDatabase, database, tryWrite } from './outbox/database'
import { resetOutbox, waitingHere } from './outbox/useOutbox'
import { proofDatabase } from './proof/database'
import { resetProofBox } from './proof/useProofBox'

/**
 * Whether a driver may be signed out here: at once with nothing unsent, and otherwise as they say.
 * What waits is on this device alone, and does not stay on it for whoever has it next.
 */
export async function mayLeave(): Promise<boolean> {
  const unsent = await unsentWords()
  return (
    unsent === '' ||
    confirm({
      title: 'Sign out before everything is sent?',
      children: `${unsent} on this phone only. Stay signed in until the connection is back, or sign out and delete what was not sent.`,
      confirm: 'Sign Out and Delete',
      cancel: 'Stay Signed In',
      isDangerous: true,
    })
  )
}

/** Takes what belongs to the driver off a phone that others may use. */
export async function clearDevice(): Promise<void> {
  resetOutbox()
  resetProofBox()
  resetAnswers()
  await tryWrite(async (db) => {
    const write = db.transaction(['actions', 'troubles', 'fixes'], 'readwrite')
    const stores = [...write.objectStoreNames].map((name) => write.objectStore(name).clear())
    await Promise.all([...stores, write.done])
  })
  const proofs = await proofDatabase()
  await proofs?.clear('proofs').catch(() => undefined)
  closeDatabase()
}

/** '3 steps and 1 proof are', or nothing. */
async function unsentWords(): Promise<string> {
  const db = await database()
  const proofs = await proofDatabase()
  const steps =
    Math.max(waitingHere(), (await db?.count('actions').catch(() => 0)) ?? 0) +
    answersNow().filter(({ outcome }) => !outcome).length
  const signed = (await proofs?.getAll('proofs').catch(() => [])) ?? []
  const waiting = signed.filter(({ refused }) => refused === undefined).length
  const parts = [counted(steps, 'step'), counted(waiting, 'proof')].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' and ')} ${steps + waiting === 1 ? 'is' : 'are'}` : ''
}

function counted(count: number, word: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${word}` : `${count} ${word}s`
}
