import { ComplaintBox } from './ComplaintBox'

/** Why an attempt failed, where it did. */
export function Complaint({
  of: { sentence, wait },
}: {
  of: { sentence: string | null; wait: number }
}) {
  return sentence && <ComplaintBox wait={wait}>{sentence}</ComplaintBox>
}
