import type { AuditAction } from '@/api/generated/types.gen'
import { dayAfter, dayParam, textParam } from '@/components/filters/searchParams'
import { midnightOf } from '@/components/time'

/** The audit trail's part of the admin page's address. Days are those of the shown zone. */
export interface AuditSearch {
  /** Who did it, by the id of a user; "operator" or "system". */
  actor?: string
  /** To what it was done, by its id. */
  subject?: string
  /** Any word: every page carries this file, and only the audit trail's screen the list of actions. */
  action?: string
  from?: string
  until?: string
}

/** What the address says, without an action that there is not. */
export type KnownAuditSearch = AuditSearch & { action?: AuditAction }

/** Whatever an address may say; what makes no sense counts as not said. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    actor: textParam(search.actor),
    subject: textParam(search.subject),
    action: textParam(search.action),
    from: dayParam(search.from),
    until: dayParam(search.until),
  }
}

/** Whether anything narrows the list. */
export function isNarrowed({ actor, subject, action, from, until }: AuditSearch): boolean {
  return Boolean(actor || subject || action || from || until)
}

/** What is asked of the server: the last day is meant as a whole. */
export function questionOf({ actor, subject, action, from, until }: KnownAuditSearch) {
  return {
    ...(actor && { actor_id: actor.slice(0, LONGEST_ID) }),
    ...(subject && { object_id: subject.slice(0, LONGEST_ID) }),
    ...(action && { action }),
    ...(from && { date_from: midnightOf(from) }),
    ...(until && { date_to: midnightOf(dayAfter(until)) }),
  }
}

const LONGEST_ID = 64
