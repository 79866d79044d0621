import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { letGo } from '@/features/driver/outbox/database'
import { forgetOutbox } from '@/features/driver/outbox/useOutbox'
import { forgetProofBox } from '@/features/driver/proof/useProofBox'

/** A device that has kept nothing yet. jsdom has no IndexedDB of its own. */
export function anEmptyDevice(): void {
  forgetOutbox()
  forgetProofBox()
  letGo()
  globalThis.indexedDB = new IDBFactory()
}
