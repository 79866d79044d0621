import type { Problem } from './generated/types.gen'

/** The refusal of what needs a recent proof of identity; whoever gives none ends with it. */
export const PROOF_NEEDED = 'reauthentication_needed'
export const NOT_PROVED = 'Nothing was changed, because you did not confirm that it is you.'

/** The server's own sentence where it sent one; ours where nothing readable came back. */
export function sentenceOf(error: unknown): string {
  if (codeOf(error) === PROOF_NEEDED) return NOT_PROVED
  if (isProblem(error)) return error.message
  return 'The server could not be reached. Please try again.'
}

/** A rule that refused once refuses again; only a failed server or network may do better. */
export function isWorthRetrying(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500
}

export function isProblem(error: unknown): error is Problem {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    'message' in error &&
    typeof error.message === 'string' &&
    'status' in error &&
    typeof error.status === 'number'
  )
}

/** The stable name of a refusal; undefined where nothing readable came back. */
export function codeOf(error: unknown): string | undefined {
  return isProblem(error) ? error.code : undefined
}

/** What is wrong with a field, for a place beside it: the sentence without the field's name. */
export function faultOf(error: unknown): string {
  const sentence = sentenceOf(error)
  const start = `${fieldOf(error)}: `
  if (!sentence.startsWith(start)) return sentence
  const rest = sentence.slice(start.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Which field a refusal is about, such as `card.number`. */
export function fieldOf(error: unknown): string | undefined {
  return (isProblem(error) && error.param) || undefined
}
