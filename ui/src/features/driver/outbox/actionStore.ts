import type { QueuedAction, Trouble } from './action'
import { type Database, read, tryWrite } from './database'

/** What one driver did and what came to nothing of it, as this device has written it down. */
export class ActionStore {
  /** How often something was written, and what is being written now. */
  private turn = 0
  private writes: Promise<unknown> = Promise.resolve()

  constructor(private readonly driverId: string) {}

  /**
   * All of it, or null where nothing can be read; as it is once nothing is being written, since what
   * was read before would undo what was done meanwhile.
   */
  async all(): Promise<[QueuedAction[], Trouble[]] | null> {
    const { turn } = this
    await this.writes
    const found = await read((db) =>
      Promise.all([
        db.getAllFromIndex('actions', 'driver', this.driverId),
        db.getAllFromIndex('troubles', 'driver', this.driverId),
      ]),
    )
    return turn === this.turn ? found : this.all()
  }

  /** Resolves to whether it is written down, as do the others. */
  store(action: QueuedAction): Promise<boolean> {
    return this.write((db) => db.put('actions', action))
  }

  /** The server has taken *actions* over; *troubles* are those of them that came to nothing. */
  settle(actions: readonly QueuedAction[], troubles: readonly Trouble[]): Promise<boolean> {
    return this.write(async (db) => {
      const write = db.transaction(['actions', 'troubles'], 'readwrite')
      const [waiting, unread] = [write.objectStore('actions'), write.objectStore('troubles')]
      await Promise.all([
        ...troubles.map((it) => unread.put(it)),
        ...actions.map((it) => waiting.delete(it.client_id)),
        write.done,
      ])
    })
  }

  forgetTrouble(clientId: string): Promise<boolean> {
    return this.write((db) => db.delete('troubles', clientId))
  }

  private write(work: (db: Database) => Promise<unknown>): Promise<boolean> {
    this.turn += 1
    const writing = tryWrite(work)
    this.writes = Promise.all([this.writes, writing])
    return writing
  }
}
