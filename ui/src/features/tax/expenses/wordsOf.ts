import { sentenceOf } from '@/api/problem'
import { UnreadablePhoto } from '@/shared/proof/photo'

/** Why a photo was not taken. */
export function wordsOf(error: unknown): string {
  return error instanceof UnreadablePhoto ? error.message : sentenceOf(error)
}
