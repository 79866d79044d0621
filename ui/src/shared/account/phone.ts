export const ENTER_A_PHONE = 'Enter a phone number such as (212) 555-0100.'

/** As the server reads it: without its country a number is North American. */
export function isPhone(written: string): boolean {
  const text = written.trim()
  if (!/^\(?\+?\d[\d ().\-/]*$/.test(text)) return false
  const digits = text.replace(/\D/g, '')
  const isAbroad = text.startsWith('+') && !digits.startsWith('1')
  if (isAbroad) return /^[2-9]\d{7,14}$/.test(digits)
  return /^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits) && (!text.startsWith('+') || digits.length === 11)
}

/** For a form whose phone is required (AUT-11). */
export function phoneFault(written: string): string | null {
  if (written.trim() === '') return 'Phone is required'
  return isPhone(written) ? null : ENTER_A_PHONE
}
