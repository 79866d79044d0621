import type { Fix } from './device'

/** The server takes so many fixes at once. */
export const MOST_AT_ONCE = 500
/** An hour at a fix a second; of a longer silence the latest hour is kept. */
export const MOST_KEPT = 3_600
/** Nothing is learned from two fixes within so short a time. */
const APART_MS = 900

/** Fixes that the server has not heard yet. They outlive the page, and belong to one driver. */
export class FixQueue {
  private fixes: Fix[]
  private readonly name: string

  constructor(
    driverId: string,
    private readonly storage: Storage = localStorage,
  ) {
    this.name = `haulage-fixes-${driverId}`
    this.fixes = this.kept()
  }

  get size(): number {
    return this.fixes.length
  }

  add(fix: Fix): void {
    const last = this.fixes.at(-1)
    if (last && Math.abs(Date.parse(fix.at) - Date.parse(last.at)) < APART_MS) return
    this.fixes.push(fix)
    if (this.fixes.length > MOST_KEPT) this.fixes.splice(0, this.fixes.length - MOST_KEPT)
  }

  /** The oldest, as many as the server takes. */
  batch(): Fix[] {
    return this.fixes.slice(0, MOST_AT_ONCE)
  }

  /** Forgets a batch that the server has heard. */
  heard(batch: Fix[]): void {
    const known = new Set(batch)
    this.fixes = this.fixes.filter((fix) => !known.has(fix))
  }

  /** Writes down what is left, for a page that is closed in a tunnel. */
  keep(): void {
    try {
      if (this.fixes.length === 0) this.storage.removeItem(this.name)
      else this.storage.setItem(this.name, JSON.stringify(this.fixes))
    } catch {
      // A device without room keeps the fixes in memory.
    }
  }

  private kept(): Fix[] {
    try {
      const read: unknown = JSON.parse(this.storage.getItem(this.name) ?? '[]')
      return Array.isArray(read) ? read.filter(isFix).slice(-MOST_KEPT) : []
    } catch {
      return []
    }
  }
}

function isFix(value: unknown): value is Fix {
  const fix = value as Partial<Fix> | null
  return (
    typeof fix?.at === 'string' &&
    typeof fix.lat === 'number' &&
    typeof fix.lng === 'number' &&
    typeof fix.accuracy_m === 'number'
  )
}
