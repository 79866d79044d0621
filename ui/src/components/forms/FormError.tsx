import { FormErrorBox } from './FormErrorBox'

/** Why an attempt failed, where it did. */
export function FormError({
  of: { sentence, wait },
}: {
  of: { sentence: string | null; wait: number }
}) {
  return sentence && <FormErrorBox wait={wait}>{sentence}</FormErrorBox>
}
