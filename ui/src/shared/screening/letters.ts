import type { LetterKind } from '@/api/generated/types.gen'

/** What a letter about a background check is called. */
export const LETTERS = {
  conditional_offer: 'Conditional offer',
  pre_adverse_notice: 'Notice before a decision',
  dispute_resolution: 'Answer to your dispute',
  final_notice: 'Final notice',
  certificate: 'Certificate',
} as const satisfies Record<LetterKind, string>
