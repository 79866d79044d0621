import { DRAFT_KEY_PREFIX, type SessionUser } from './storedSession'

/** The booking that somebody has begun in a tab. */
export const BOOKING_DRAFT = 'haulage-booking'
/** What the trip on the home page was said to cost. */
export const SHOWN_PRICES = 'haulage-shown-prices'
/** Begins the names of reports of a problem that somebody has begun in a tab. */
export const CLAIM_DRAFT_PREFIX = 'haulage-claim '
/** The pictures of these reports. */
export const CLAIM_PHOTOS_DATABASE = 'haulage-claim-photos'
/** The addresses that were looked up last. */
export const RECENT_SEARCHES = 'haulage.recent-searches'
/** The number that somebody last booked with instead of their own. */
export const LAST_PHONE = 'haulage.last-phone'
/** Files that are on their way to the server. */
export const UPLOADS = 'haulage-uploads'
/** Whose the remains are: the last who was signed in in this browser. */
const PERSON = 'haulage.person'
/** Whose what this one tab holds is. A tab that sleeps hears of nobody who leaves. */
const TAB_PERSON = 'haulage.tab-person'
const OF_A_PERSON = [RECENT_SEARCHES, LAST_PHONE]
const DATABASES = [CLAIM_PHOTOS_DATABASE, UPLOADS]
const OF_A_TAB = new Set([BOOKING_DRAFT, SHOWN_PRICES, TAB_PERSON])
const PREFIXES_OF_A_TAB = [DRAFT_KEY_PREFIX, CLAIM_DRAFT_PREFIX]

/** What somebody has on this device beside that: asked about and cleared when they leave it. */
export type DeviceData = { mayLeave: () => Promise<boolean>; clearDevice: () => Promise<void> }
export type DeviceDataOf = (user: SessionUser | null) => Promise<DeviceData | undefined>

const listeners = new Set<() => void>()

/** Called when the remains are removed, for whoever has them in memory as well. */
export function onPersonalDataCleared(forget: () => void): () => void {
  listeners.add(forget)
  return () => listeners.delete(forget)
}

/** Removes what somebody leaves in this browser, besides their session; for a shared device. */
export function clearPersonalData(): void {
  quietly(() => localStorage.removeItem(PERSON))
  clearDevice()
  clearTab()
}

/** Says who is signed in now. What another person left goes; what nobody signed for stays. */
export function setPersonalDataOwner(person: string): void {
  clearStaleTab()
  quietly(() => {
    const before = localStorage.getItem(PERSON)
    if (before !== null && before !== person) {
      clearDevice()
      clearTab()
    }
    if (before !== person) localStorage.setItem(PERSON, person)
    sessionStorage.setItem(TAB_PERSON, person)
  })
}

/**
 * Whether what *person* has begun may still be kept: not once they have logged out, be it in
 * another tab. An answer that comes later would bring it back.
 */
export function mayStoreFor(person: string): boolean {
  try {
    return localStorage.getItem(PERSON) === person
  } catch {
    return true
  }
}

/** Whether whoever was signed in here has logged out, rather than that their session has ended. */
export function hasSignedOut(): boolean {
  try {
    return localStorage.getItem(PERSON) === null
  } catch {
    return false
  }
}

/** For a tab that is shown again: its person may have left while it was asleep or closed. */
export function clearStaleTab(): void {
  quietly(() => {
    const before = sessionStorage.getItem(TAB_PERSON)
    if (before !== null && before !== localStorage.getItem(PERSON)) clearTab()
  })
}

/** A tab's own storage is out of the others' reach: each clears its own when it hears of it. */
export function syncPersonalData({ key, oldValue, newValue }: StorageEvent): void {
  if (key === PERSON && oldValue !== null && oldValue !== newValue) clearTab()
}

function clearDevice(): void {
  quietly(() => {
    for (const each of OF_A_PERSON) localStorage.removeItem(each)
    for (const each of DATABASES) indexedDB.deleteDatabase(each)
  })
}

function clearTab(): void {
  quietly(() => {
    for (const name of Object.keys(sessionStorage)) {
      const isOfTab = OF_A_TAB.has(name) || PREFIXES_OF_A_TAB.some((each) => name.startsWith(each))
      if (isOfTab) sessionStorage.removeItem(name)
    }
  })
  for (const forget of listeners) forget()
}

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // A browser that forbids storage keeps nothing either.
  }
}
