import { accountRequest } from './accountRequest'

/** Proves who is signed in by their password. */
export async function proveByPassword(password: string): Promise<void> {
  await accountRequest('POST', '/reauthenticate', { password })
}

/** By the digits of `requestReauthentication`. */
export async function proveByMailedCode(nonce: string): Promise<void> {
  await accountRequest('POST', '/reauthenticate', { nonce })
}

/** By a passkey of the account in this device. */
export async function proveByPasskey(): Promise<void> {
  type Ceremony = { options: PublicKeyCredentialRequestOptionsJSON }
  const { options } = await accountRequest<Ceremony>('POST', '/passkeys/authentication/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError')
  await accountRequest('POST', '/reauthenticate', { credential: credential.toJSON() })
}
