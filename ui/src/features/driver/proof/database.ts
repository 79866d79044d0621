import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ProofIn } from '@/api/generated/types.gen'

const NAME = 'haulage-proofs'

/** A proof as it waits for the server, with its picture. */
export type QueuedProof = {
  client_id: string
  driver_id: string
  order_id: string
  order_number: number
  body: ProofIn
  photo: Blob | null
  /** Why the server will not have it; then it waits for its driver to read that. */
  refused?: string
}

interface Schema extends DBSchema {
  proofs: { key: string; value: QueuedProof; indexes: { driver: string } }
}

let opened: Promise<IDBPDatabase<Schema> | null> | undefined

/** Null where the browser keeps nothing: then a proof lives as long as the page. */
export function proofDatabase(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= open().catch(() => null)
  return opened
}

async function open(): Promise<IDBPDatabase<Schema> | null> {
  if (typeof indexedDB === 'undefined') return null
  return openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('proofs', { keyPath: 'client_id' }).createIndex('driver', 'driver_id')
    },
    blocking: letGo,
    terminated: letGo,
  })
}

function letGo(): void {
  const was = opened
  opened = undefined
  void was?.then((db) => db?.close())
}
