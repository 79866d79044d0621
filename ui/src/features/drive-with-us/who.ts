/** Whose page it is; null until that is known. */
export type Who = 'visitor' | 'customer' | 'driver' | 'admin' | null

/** Whether this person applies: an administrator does not drive. */
export function isApplicant(who: Who): who is 'customer' | 'driver' {
  return who === 'customer' || who === 'driver'
}
