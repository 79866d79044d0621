const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether it is the id of a user, a driver or an account. */
export function isPersonId(id: string): boolean {
  return /^(usr|drv)_/.test(id) || ACCOUNT_ID.test(id)
}

/** What ids without a page of their own name, by how they begin. */
const KINDS: Readonly<Record<string, string>> = {
  doc: 'Document',
  mil: 'Email',
  off: 'Job offer',
  pom: 'Payout method',
  pyt: 'Payout',
  rcp: 'Receipt',
  rfd: 'Refund',
  scr: 'Background check',
  spl: 'Driver’s share',
  w9f: 'Form W-9',
}

/** In words what an id is of, where that is known. */
export function kindOf(id: string): string | undefined {
  return KINDS[/^(\w{3})_/.exec(id)?.[1] ?? '']
}
