import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DocumentType } from '@/api/generated/types.gen'
import { mayStoreFor, UPLOADS } from '@/auth/personalData'
import { sessionState } from '@/auth/sessionStore'

/** The server deletes what is older. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/** What a file is to prove: a credential has a document of its own. */
export type UploadSubject = { type: DocumentType; credentialId?: string }

/** A file on its way, as this device keeps it until the server has all of it. */
export type UnfinishedUpload = UploadSubject & {
  userId: string
  clientId: string
  name: string
  body: Blob
  begunAt: number
  /** Its owner stopped it: it does not go on by itself. */
  isStopped: boolean
}

/** Bytes rather than a `Blob`, which some browsers store as a pointer to a file that may be gone by then. */
type Stored = Omit<UnfinishedUpload, 'body'> & { slot: string; bytes: ArrayBuffer }

interface Schema extends DBSchema {
  files: { key: string; value: Stored }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** Of whoever is signed in; undefined where there is none, or the browser keeps nothing. */
export async function unfinishedUpload(
  subject: UploadSubject,
): Promise<UnfinishedUpload | undefined> {
  try {
    const found = await (await database()).get('files', slotOf(subject))
    const isGood = found?.userId === userId() && Date.now() - found.begunAt < LONGEST_MS
    if (found && !isGood) await forgetUpload(subject)
    if (!found || !isGood) return undefined
    const { bytes, slot: _, ...upload } = found
    return { ...upload, body: new Blob([bytes]) }
  } catch {
    return undefined
  }
}

/** Whether it is stored: otherwise it lives as long as the page. */
export async function storeUpload(upload: UnfinishedUpload): Promise<boolean> {
  if (!mayStoreFor(upload.userId)) return false
  try {
    const { body, ...rest } = upload
    const bytes = await body.arrayBuffer()
    await (await database()).put('files', { ...rest, slot: slotOf(upload), bytes })
    return true
  } catch {
    return false
  }
}

/** After it has arrived, was refused or was discarded. */
export async function forgetUpload(subject: UploadSubject): Promise<void> {
  try {
    await (await database()).delete('files', slotOf(subject))
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Two files for the same thing are never on their way at once. */
function slotOf({ type, credentialId }: UploadSubject): string {
  return credentialId ?? type
}

export function userId(): string {
  return sessionState().user?.id ?? ''
}

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(UPLOADS, 2, {
    upgrade: (db) => {
      if (db.objectStoreNames.contains('files')) db.deleteObjectStore('files')
      db.createObjectStore('files', { keyPath: 'slot' })
    },
    blocking: letGo,
    terminated: letGo,
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Whoever signs out deletes the database, which waits for this. */
function letGo(): void {
  const was = opened
  opened = undefined
  void was?.then((db) => db.close()).catch(() => undefined)
}
