import type { DocumentApprovalIn, DocumentDetailsOut } from '@/api/generated/types.gen'

/** What is read off a document, as it is typed; `coverage` is in dollars. */
export type Details = Record<
  'number' | 'issued_on' | 'authority' | 'expires_on' | 'coverage',
  string
>

export const FIELDS = [
  { name: 'number', label: 'Number', type: 'text' },
  { name: 'issued_on', label: 'Issued on', type: 'date' },
  { name: 'authority', label: 'Issued by', type: 'text' },
  { name: 'expires_on', label: 'Expires on', type: 'date' },
  { name: 'coverage', label: 'Coverage in dollars', type: 'text' },
] as const satisfies readonly { name: keyof Details; label: string; type: string }[]

/** What the server calls a field. */
export function onTheWire(name: keyof Details): string {
  return name === 'coverage' ? 'coverage_cents' : name
}

/** What was typed in the application is read again, and is a beginning. */
export function detailsOf(typed: DocumentDetailsOut): Details {
  return {
    number: typed.number,
    issued_on: typed.issued_on ?? '',
    authority: typed.authority,
    expires_on: typed.expires_on ?? '',
    coverage: typed.coverage_cents == null ? '' : String(typed.coverage_cents / 100),
  }
}

/** An amount that is no number is sent as none, and the server says that it is missing. */
export function sent(read: Details, version: number): DocumentApprovalIn {
  const dollars = Number(read.coverage.replaceAll(/[$,\s]/g, ''))
  const hasCoverage = read.coverage.trim() !== '' && Number.isFinite(dollars) && dollars >= 0
  return {
    version,
    number: read.number,
    issued_on: read.issued_on || null,
    authority: read.authority,
    expires_on: read.expires_on || null,
    coverage_cents: hasCoverage ? Math.round(dollars * 100) : null,
  }
}

/** OP-71, by the day of issue. */
export function heldUnderTwoYears(issuedOn: string, now = new Date()): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(issuedOn)) return false
  const since = new Date(now)
  since.setFullYear(since.getFullYear() - 2)
  return issuedOn > since.toISOString().slice(0, 10)
}
