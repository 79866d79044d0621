import { LAST_PHONE, mayStoreFor } from '@/auth/personalData'
import type { SessionUser } from '@/auth/storedSession'
import type { Draft } from './draft'

/** Keeps the number that *user* booked with for themselves instead of the one on their account. */
export function keepLastPhone({ contact }: Draft, user: SessionUser): void {
  const isOwn = contact.name.trim() === user.name && contact.phone.trim() !== user.phone
  if (!isOwn || !mayStoreFor(user.id)) return
  const phones = JSON.stringify([user.phone, contact.phone.trim()])
  try {
    localStorage.setItem(LAST_PHONE, phones)
  } catch {
    // A browser that forbids storage asks again.
  }
}

/** The number to offer: the last one used, until the account has another than it had then. */
export function phoneToOffer(user: SessionUser): string {
  try {
    const [instead, last] = JSON.parse(localStorage.getItem(LAST_PHONE) ?? '[]')
    return instead === user.phone && typeof last === 'string' ? last : user.phone
  } catch {
    return user.phone
  }
}
