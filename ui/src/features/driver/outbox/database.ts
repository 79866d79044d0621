import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { FixesIn } from '@/api/generated/types.gen'
import type { QueuedAction, Trouble } from './action'

const NAME = 'haulage-driver'

interface Schema extends DBSchema {
  /** What a driver did and the server has not taken over yet. */
  actions: { key: string; value: QueuedAction; indexes: { driver: string } }
  /** What came to nothing, until the driver has read it. */
  troubles: { key: string; value: Trouble; indexes: { driver: string } }
  /** Fixes that the server has not heard, under driver and instant. */
  fixes: { key: [driver: string, at: string]; value: StoredFix }
}

export type StoredFix = { driver_id: string; at: string; fix: FixesIn['fixes'][number] }

export type Database = IDBPDatabase<Schema>

let opened: Promise<Database | null> | undefined

/**
 * What is kept on the device until the server has heard it. Null where the browser keeps nothing,
 * such as in some private windows: then it lives as long as the page.
 */
export function database(): Promise<Database | null> {
  opened ??= open().catch(() => null)
  return opened
}

/**
 * Writes to the database if there is one, and resolves to whether it did. A device without room goes
 * on in memory: what is there is still sent.
 */
export async function tryWrite(write: (db: Database) => Promise<unknown>): Promise<boolean> {
  const db = await database()
  if (!db) return false
  try {
    await write(db)
    return true
  } catch {
    return false
  }
}

/**
 * What *work* finds, or null where nothing can be read. A database that was closed meanwhile, such as
 * for a newer page, is opened once more.
 */
export async function read<T>(work: (db: Database) => Promise<T>): Promise<T | null> {
  const found = async (): Promise<T | null> => {
    const db = await database()
    return db && work(db)
  }
  return found()
    .catch(found)
    .catch(() => null)
}

/** Some browsers throw at the mere asking, and then it is no rejection. */
async function open(): Promise<Database | null> {
  if (typeof indexedDB === 'undefined') return null
  return openDB<Schema>(NAME, 2, {
    upgrade(db, before) {
      if (before < 1) {
        const actions = db.createObjectStore('actions', { keyPath: 'client_id' })
        actions.createIndex('driver', 'driver_id')
        db.createObjectStore('fixes', { keyPath: ['driver_id', 'at'] })
      }
      const troubles = db.createObjectStore('troubles', { keyPath: 'client_id' })
      troubles.createIndex('driver', 'driver_id')
    },
    blocking: closeDatabase,
    terminated: closeDatabase,
  })
}

/** A newer page wants the database in another shape, or the browser closed it. */
export function closeDatabase(): void {
  const was = opened
  opened = undefined
  void was?.then((db) => db?.close())
}
