const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether it is the id of a user, a driver or an account. */
export function isPersonId(id: string): boolean {
  return /^(usr|drv)_/.test(id) || ACCOUNT_ID.test(id)
}
