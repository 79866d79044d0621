import { type DBSchema, openDB } from 'idb'
import { CLAIM_PHOTOS_DATABASE, mayStoreFor } from '@/auth/personalData'

/** A picture of a report that was not sent yet; as bytes, for not every browser stores blobs well. */
type DraftPhoto = {
  client_id: string
  draft: string
  added_at: number
  bytes: ArrayBuffer
  type: string
}

interface Schema extends DBSchema {
  photos: { key: string; value: DraftPhoto; indexes: { draft: string } }
}

/** As long as the server keeps a picture that nothing was reported with. */
const RETENTION_MS = 8 * 24 * 60 * 60 * 1000

/** The pictures of one person's draft, on this device until it is sent, canceled or they log out. */
export function draftPhotos(person: string | undefined, draft: string) {
  const within = <T>(work: (db: Database) => Promise<T>) =>
    person !== undefined && mayStoreFor(person) ? withDatabase(work) : undefined
  return {
    load: async () =>
      (await within(async (db) => {
        const found = await db.getAllFromIndex('photos', 'draft', draft)
        return found
          .sort((a, b) => a.added_at - b.added_at)
          .map(({ client_id, bytes, type }) => ({ client_id, blob: new Blob([bytes], { type }) }))
      })) ?? [],
    keep: async (clientId: string, blob: Blob) => {
      const { type } = blob
      const bytes = await blob.arrayBuffer()
      await within((db) =>
        db.put('photos', { client_id: clientId, draft, added_at: Date.now(), bytes, type }),
      )
    },
    forget: async (clientId: string) => {
      await within((db) => db.delete('photos', clientId))
    },
    forgetAll: async () => {
      await within(async (db) => {
        for (const key of await db.getAllKeysFromIndex('photos', 'draft', draft))
          await db.delete('photos', key)
      })
    },
  }
}

type Database = Awaited<ReturnType<typeof open>>

/** Opened for one thing at a time, so that whoever logs out can delete all of it. */
async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T | undefined> {
  try {
    const db = await open()
    try {
      return await work(db)
    } finally {
      db.close()
    }
  } catch {
    // Where the browser keeps nothing, a picture lives as long as the page.
    return undefined
  }
}

async function open() {
  const db = await openDB<Schema>(CLAIM_PHOTOS_DATABASE, 1, {
    upgrade: (made) => {
      made.createObjectStore('photos', { keyPath: 'client_id' }).createIndex('draft', 'draft')
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })
  const tooOld = Date.now() - RETENTION_MS
  for (const photo of await db.getAll('photos'))
    if (photo.added_at < tooOld) await db.delete('photos', photo.client_id)
  return db
}
