import type { CallOut, MessageOut, ThreadOut } from '@/api/generated/types.gen'
import { dateOf } from '@/components/time'
import type { Party } from './queries'

export type Entry =
  | { kind: 'message'; id: string; at: string; message: MessageOut }
  | { kind: 'call'; id: string; at: string; call: CallOut }

export type Day = { day: string; entries: Entry[] }

/** Messages and calls as they came about, day by day. A call may stand on several pages. */
export function daysOf(pages: readonly ThreadOut[]): Day[] {
  const found = new Map<string, Entry>()
  for (const { items, calls } of pages) {
    for (const it of items) {
      found.set(it.id, { kind: 'message', id: it.id, at: it.created_at, message: it })
    }
    for (const it of calls)
      found.set(it.id, { kind: 'call', id: it.id, at: it.start_time, call: it })
  }
  const entries = [...found.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const days: Day[] = []
  for (const entry of entries) {
    const day = dateOf(entry.at)
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] })
    days.at(-1)?.entries.push(entry)
  }
  return days
}

/** What *party* has still to read, oldest first. */
export function unreadBy(party: Party, pages: readonly ThreadOut[]): MessageOut[] {
  return [...pages]
    .reverse()
    .flatMap(({ items }) => items)
    .filter((it) => it.recipient_type === party && !it.is_read)
}

/**
 * The messages under which it stands why no SMS went: the last of each run with the same reason, so
 * that a chat in the quiet hours does not say it under every line.
 */
export function refusalsToShow(days: readonly Day[]): Set<string> {
  const own = days
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []))
    .filter((it) => it.is_own)
  const shown = own.filter(
    (it, place) => it.sms_refusal && own[place + 1]?.sms_refusal !== it.sms_refusal,
  )
  return new Set(shown.map(({ id }) => id))
}
