import { callAuth, notifySessionChange } from './sessionStore'

/** Whether this tab has followed a recovery link; it survives a reload and no more. */
const RECOVERING_KEY = 'haulage.recovering'

/** Mails a way to a new password. Succeeds for unknown addresses too (OP-59). */
export async function requestRecovery(email: string): Promise<void> {
  const redirectTo = new URL('/reset-password', globalThis.location.origin).href
  await callAuth((auth) => auth.resetPasswordForEmail(email, { redirectTo }))
}

/** Proves an address by the digits in its mail. Signs in. */
export async function enterMailedCode(
  type: 'signup' | 'recovery',
  email: string,
  token: string,
): Promise<void> {
  await callAuth((auth) => auth.verifyOtp({ type, email, token }))
  if (type === 'recovery') beginRecovery()
  notifySessionChange()
}

export function isRecovering(): boolean {
  return globalThis.sessionStorage.getItem(RECOVERING_KEY) === 'yes'
}

export function beginRecovery(): void {
  globalThis.sessionStorage.setItem(RECOVERING_KEY, 'yes')
}

export function endRecovery(): void {
  globalThis.sessionStorage.removeItem(RECOVERING_KEY)
}
