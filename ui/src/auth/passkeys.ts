import type { PasskeyListItem } from '@supabase/auth-js'
import { refusalOf } from './authRefusal'
import { callAuth, notifySessionChange } from './sessionStore'

export type Passkey = { id: string; name: string; addedAt: string; usedAt: string | null }

/** Oldest first. */
export async function listPasskeys(): Promise<Passkey[]> {
  const listed = await callAuth((auth) => auth.passkey.list())
  return (listed ?? []).map(passkeyOf)
}

/** Has the device make a passkey for the signed-in account. */
export async function addPasskey(): Promise<Passkey> {
  const made = await callAuth((auth) => auth.registerPasskey())
  if (!made) throw refusalOf(undefined)
  return passkeyOf(made)
}

export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  await callAuth((auth) => auth.passkey.update({ passkeyId, friendlyName }))
}

export async function removePasskey(passkeyId: string): Promise<void> {
  await callAuth((auth) => auth.passkey.delete({ passkeyId }))
}

/** Signs in whoever the device has a passkey of. It counts as two factors. */
export async function signInWithPasskey(): Promise<void> {
  await callAuth((auth) => auth.signInWithPasskey())
  notifySessionChange()
}

function passkeyOf({ id, friendly_name, created_at, last_used_at }: PasskeyListItem): Passkey {
  return {
    id,
    name: friendly_name || 'Passkey',
    addedAt: created_at,
    usedAt: last_used_at ?? null,
  }
}
