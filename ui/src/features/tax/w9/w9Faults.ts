import type { W9FormIn } from '@/api/generated/types.gen'

/** What a driver writes; which text they sign is the page's to say. */
export type Values = Omit<Required<W9FormIn>, 'certification'>

const DIGITS = 9
const ZIP = /^\d{5}(-\d{4})?$/

/** What is plainly missing; whether the number can be one is the server's to say. */
export function w9Faults(values: Values): Partial<Record<keyof Values, string>> {
  const faults: Partial<Record<keyof Values, string>> = {}
  if (!values.name.trim()) faults.name = 'Write your name'
  if (!values.street.trim()) faults.street = 'Write the street address'
  if (!values.city.trim()) faults.city = 'Write the city'
  if (!ZIP.test(values.zip_code.trim())) faults.zip_code = 'Write 5 digits, such as 11201'
  if (values.number.replace(/\D/g, '').length !== DIGITS) faults.number = 'Write all nine digits'
  if (!values.signature.trim()) faults.signature = 'Sign with your name'
  return faults
}
