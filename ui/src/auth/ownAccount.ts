import type { User } from '@supabase/auth-js'
import { type AuthRefusal, refusalOf } from './authRefusal'
import { returnAddress } from './returnAddress'
import { callAuth, clearPerson, notifySessionChange } from './sessionStore'

/** The signed-in account as the server knows it now: address, requested address, factors. */
export async function getAccount(): Promise<User> {
  const { user } = await callAuth((auth) => auth.getUser())
  if (!user) throw refusalOf(undefined)
  return user
}

/** Name and phone, which drivers and mails use. */
export async function saveProfile(profile: { name: string; phone: string }): Promise<void> {
  await callAuth((auth) => auth.updateUser({ data: profile }))
  notifySessionChange()
}

/** The address changes once the link in a mail to it was followed. True where it changed at once. */
export async function changeEmail(email: string): Promise<boolean> {
  const emailRedirectTo = returnAddress('email_change', '/account')
  const { user } = await callAuth((auth) => auth.updateUser({ email }, { emailRedirectTo }))
  notifySessionChange()
  return user?.email === email.toLowerCase()
}

/**
 * Agrees to a new address by the digits that were mailed to *email*, which is the new one or the
 * old one. False where the other of the two has still to agree.
 */
export async function confirmEmailChange(email: string, token: string): Promise<boolean> {
  const { session } = await callAuth((auth) =>
    auth.verifyOtp({ type: 'email_change', email, token }),
  )
  notifySessionChange()
  return session !== null
}

/** The addresses whose agreement is outstanding, the new one first. */
export function addressesToAgree(account: User, asksOldAddress: boolean): string[] {
  const { email, new_email } = account
  const answered = 'new_email_answered' in account && account.new_email_answered
  if (!new_email) return []
  const old = asksOldAddress && answered !== 'current' && email ? [email] : []
  return answered === 'new' ? old : [new_email, ...old]
}

export async function resendEmailChange(email: string): Promise<void> {
  const emailRedirectTo = returnAddress('email_change', '/account')
  await callAuth((auth) =>
    auth.resend({ type: 'email_change', email, options: { emailRedirectTo } }),
  )
}

/** Sends the mail with the confirmation link once more. */
export async function resendConfirmation(email: string, next?: string): Promise<void> {
  const emailRedirectTo = returnAddress('signup', next)
  await callAuth((auth) => auth.resend({ type: 'signup', email, options: { emailRedirectTo } }))
}

/** What shows that whoever sets a new password may: the current one, or a mailed code. */
export type PasswordProof = { current?: string; code?: string }

/**
 * A new password (AUT-33); every other session of the account ends. Right after a recovery no proof
 * has to be brought; otherwise see `needsMailedCode`.
 */
export async function updatePassword(password: string, proof: PasswordProof = {}): Promise<void> {
  const { current, code } = proof
  const shown = { ...(current && { current_password: current }), ...(code && { nonce: code }) }
  await callAuth((auth) => auth.updateUser({ password, ...shown }))
  notifySessionChange()
}

/** Whether a new password was refused because neither the current one nor a code came with it. */
export function needsMailedCode({ code }: AuthRefusal): boolean {
  return code === 'reauthentication_needed' || code === 'current_password_required'
}

/** Mails the code that a new password needs in an old session. */
export async function requestReauthentication(): Promise<void> {
  await callAuth((auth) => auth.reauthenticate())
}

/** Ends the other sessions of the account; this one stays. */
export async function signOutElsewhere(): Promise<void> {
  await callAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'others' })) }))
}

/** Ends all sessions of the account, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await callAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'global' })) }))
  clearPerson()
}
