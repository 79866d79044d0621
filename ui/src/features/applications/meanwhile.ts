import type { ReviewedApplicationOut } from '@/api/generated/types.gen'
import { codeOf, sentenceOf } from '@/api/problem'

/** Somebody else was first: what was decided about is not as it was shown. The page shows it as it is now. */
export function isOvertaken(error: unknown): boolean {
  return codeOf(error) === 'conflict'
}

const NOW_SHOWN = 'It is shown as it is now: look at it once more before you decide.'
export const DOCUMENT_OVERTAKEN = `Somebody else changed this document meanwhile. ${NOW_SHOWN}`

/** A draft is its applicant's alone, which is what an application becomes that somebody asks about. */
const GONE =
  'This application is no longer here: meanwhile it was given back to its applicant, or deleted with their account.'

/** Why nothing came of a decision, and where somebody was first, what of theirs. */
export function refusalOf(error: unknown, application: ReviewedApplicationOut): string {
  if (codeOf(error) === 'not_found') return GONE
  if (!isOvertaken(error)) return sentenceOf(error)
  const { status, reviewed_by_name } = application
  const who = reviewed_by_name ?? 'Somebody else'
  if (status === 'approved') return `${who} approved this applicant meanwhile.`
  if (status === 'rejected') return `${who} rejected this application meanwhile.`
  return `Somebody else changed this application meanwhile. ${NOW_SHOWN}`
}
