import { Button } from '@mantine/core'
import { leaveForProvider, type Provider } from '@/api/socialSignIn'
import { Complaint } from '@/components/account/Complaint'
import { PROVIDER_ICON, PROVIDER_NAME, socialFailure } from '@/components/account/providers'
import { useAttempt } from '@/components/account/useAttempt'

/** Leaves for an account elsewhere, which leads back to this site (AUT-22). */
export function SocialButton(props: { provider: Provider; next: string | undefined }) {
  const { provider, next } = props
  const Icon = PROVIDER_ICON[provider]
  const failure = socialFailure(provider)
  const attempt = useAttempt(failure, () => failure)
  return (
    <>
      <Complaint of={attempt} />
      <Button
        variant="default"
        size="lg"
        leftSection={<Icon size={20} aria-hidden="true" />}
        loading={attempt.busy}
        onClick={() => void attempt.run(() => leaveForProvider(provider, next))}
      >
        Continue with {PROVIDER_NAME[provider]}
      </Button>
    </>
  )
}
