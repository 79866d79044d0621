/** A new key: what is sent with it is done once, however often it is sent. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The same text always has the same key, so that a booking sent again after a reload is the same
 * booking. FNV-1a, two lanes of 32 bits: it tells texts apart and protects nothing.
 */
export function idempotencyKeyOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0xcbf29ce4
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ (code + place), 0x01000193)
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}
