import { Button } from '@mantine/core'
import { leaveForProvider, type Provider } from '@/auth/socialSignIn'
import { FormError } from '@/components/forms/FormError'
import { PROVIDER_ICON, PROVIDER_NAME, socialFailure } from '@/shared/account/providers'
import { useAttempt } from '@/shared/account/useAttempt'
import { REGISTRATION_FAILED } from './messages'

/**
 * Leaves for an account elsewhere, which leads back to this site (AUT-22). A failed sign-up is told
 * in the words of whoever refused it (AUT-19), a failed sign-in in ours (AUT-21).
 */
export function SocialButton(props: {
  provider: Provider
  next: string | undefined
  signingUp?: boolean
}) {
  const { provider, next, signingUp } = props
  const Icon = PROVIDER_ICON[provider]
  const failure = signingUp ? REGISTRATION_FAILED : socialFailure(provider)
  const attempt = useAttempt(failure, ({ message }) => (signingUp && message) || failure)
  return (
    <>
      <FormError of={attempt} />
      <Button
        variant="default"
        size="lg"
        leftSection={<Icon size={20} aria-hidden="true" />}
        loading={attempt.busy}
        onClick={() => void attempt.run(() => leaveForProvider(provider, next, signingUp))}
      >
        Continue with {PROVIDER_NAME[provider]}
      </Button>
    </>
  )
}
