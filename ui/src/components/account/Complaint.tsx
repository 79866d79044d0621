import { ComplaintBox } from './ComplaintBox'
import type { Attempt } from './useAttempt'

/** Why an attempt failed, where it did. */
export function Complaint({ of: { sentence, wait } }: { of: Attempt }) {
  return sentence && <ComplaintBox wait={wait}>{sentence}</ComplaintBox>
}
