import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { closeDatabase } from '@/features/driver/outbox/database'

/** A device that has kept nothing yet. jsdom has no IndexedDB of its own. */
export function anEmptyDevice(): void {
  closeDatabase()
  globalThis.indexedDB = new IDBFactory()
}
