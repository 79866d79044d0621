/** Hands a number to the device's own dialer; a device without one does nothing. */
export function openDialer(phone: string): void {
  const link = document.createElement('a')
  link.href = telLink(phone)
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

/** A link that dials; RFC 3966 has no room for spaces and words. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
