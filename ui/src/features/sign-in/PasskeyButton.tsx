import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { AuthRefusal } from '@/auth/authRefusal'
import { signInWithPasskey } from '@/auth/passkeys'
import { FormError } from '@/components/forms/FormError'
import { passkeyError } from '@/shared/account/passkeyError'
import { useAttempt } from '@/shared/account/useAttempt'

/** Has the device show which accounts it has a passkey of; no address is typed. */
export function PasskeyButton() {
  const attempt = useAttempt('The passkey sign-in failed. Please try again.', errorText)
  return (
    <>
      <FormError of={attempt} />
      <Button
        variant="default"
        size="lg"
        leftSection={<IconFingerprint size={20} aria-hidden="true" />}
        loading={attempt.busy}
        disabled={attempt.wait > 0}
        onClick={() => void attempt.run(signInWithPasskey)}
      >
        {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Continue with a passkey'}
      </Button>
    </>
  )
}

/** The server does not say why it took no passkey; one that was removed is the usual reason. */
function errorText(refusal: AuthRefusal): string | undefined {
  if (refusal.code === 'webauthn_verification_failed') {
    return 'This passkey opens no account here. It may have been removed.'
  }
  return passkeyError(refusal)
}
