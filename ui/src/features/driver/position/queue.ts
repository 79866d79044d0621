import { database, tryWrite } from '../outbox/database'
import type { Fix } from './device'

/** The server takes so many fixes at once. */
export const MOST_AT_ONCE = 500
/** An hour at a fix a second; of a longer silence the latest hour is kept. */
export const MAX_FIXES = 3_600
/** Nothing is learned from two fixes within so short a time. */
const APART_MS = 900

/** Fixes that the server has not heard yet. They outlive the page, and belong to one driver. */
export class FixQueue {
  private fixes: Fix[] = []
  /** What an earlier page left has been read. */
  readonly ready: Promise<void>

  constructor(private readonly driverId: string) {
    this.ready = this.restore()
  }

  get size(): number {
    return this.fixes.length
  }

  /** Resolves once the fix is written down. */
  async add(fix: Fix): Promise<void> {
    const last = this.fixes.at(-1)
    if (last && Math.abs(Date.parse(fix.at) - Date.parse(last.at)) < APART_MS) return
    this.fixes.push(fix)
    const over = this.fixes.splice(0, Math.max(0, this.fixes.length - MAX_FIXES))
    const driver_id = this.driverId
    await tryWrite((db) => db.put('fixes', { driver_id, at: fix.at, fix }))
    await this.erase(over)
  }

  /** The oldest, as many as the server takes. */
  batch(): Fix[] {
    return this.fixes.slice(0, MOST_AT_ONCE)
  }

  /** Forgets a batch that the server has heard. */
  async remove(batch: Fix[]): Promise<void> {
    const known = new Set(batch)
    this.fixes = this.fixes.filter((fix) => !known.has(fix))
    await this.erase(batch)
  }

  private async erase(fixes: Fix[]): Promise<void> {
    if (fixes.length === 0) return
    await tryWrite(async (db) => {
      const write = db.transaction('fixes', 'readwrite')
      const gone = fixes.map(({ at }) => write.store.delete([this.driverId, at]))
      await Promise.all([...gone, write.done])
    })
  }

  private async restore(): Promise<void> {
    const db = await database()
    if (!db) return
    const mine = IDBKeyRange.bound([this.driverId, ''], [this.driverId, '\uffff'])
    const found = await db.getAll('fixes', mine)
    const known = new Set(this.fixes.map(({ at }) => at))
    const before = found.map(({ fix }) => fix).filter(({ at }) => !known.has(at))
    this.fixes = [...before, ...this.fixes]
    await this.erase(this.fixes.splice(0, Math.max(0, this.fixes.length - MAX_FIXES)))
  }
}
