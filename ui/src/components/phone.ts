/** A link that dials; RFC 3966 has no room for spaces and words. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
