import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { FixesIn } from '@/api/generated/types.gen'
import type { QueuedAction } from './action'

const NAME = 'haulage-driver'

interface Schema extends DBSchema {
  /** What a driver did and the server has not taken over yet. */
  actions: { key: string; value: QueuedAction; indexes: { driver: string } }
  /** Fixes that the server has not heard, under driver and instant. */
  fixes: { key: [driver: string, at: string]; value: KeptFix }
}

export type KeptFix = { driver_id: string; at: string; fix: FixesIn['fixes'][number] }

type Database = IDBPDatabase<Schema>

let opened: Promise<Database | null> | undefined

/**
 * What is kept on the device until the server has heard it. Null where the browser keeps nothing,
 * such as in some private windows: then it lives as long as the page.
 */
export function database(): Promise<Database | null> {
  opened ??= open().catch(() => null)
  return opened
}

/** Writes to the database if there is one; a device without room goes on in memory. */
export async function kept(write: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await database()
  if (!db) return
  try {
    await write(db)
  } catch {
    // Full, or taken away by the browser: what is in memory is still sent.
  }
}

function open(): Promise<Database | null> {
  if (typeof indexedDB === 'undefined') return Promise.resolve(null)
  return openDB<Schema>(NAME, 1, {
    upgrade(db) {
      const actions = db.createObjectStore('actions', { keyPath: 'client_id' })
      actions.createIndex('driver', 'driver_id')
      db.createObjectStore('fixes', { keyPath: ['driver_id', 'at'] })
    },
    blocking: letGo,
    terminated: letGo,
  })
}

/** A newer page wants the database in another shape, or the browser closed it. */
export function letGo(): void {
  const was = opened
  opened = undefined
  void was?.then((db) => db?.close())
}
