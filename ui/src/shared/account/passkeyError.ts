import type { AuthRefusal } from '@/auth/authRefusal'

/** Why a device made or used no passkey, by the names that WebAuthn gives its refusals. */
export function passkeyError({ code }: AuthRefusal): string | undefined {
  return SENTENCES[code]
}

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'The request was canceled or took too long. Nothing was changed.',
  AbortError: 'The request was canceled. Nothing was changed.',
  InvalidStateError: 'This device has a passkey of your account already.',
  ConstraintError: 'This device cannot check who holds it, which a passkey needs.',
  NotSupportedError: 'This device cannot make the kind of passkey that is needed here.',
  SecurityError: 'Passkeys do not work at the address at which you have opened this site.',
}
