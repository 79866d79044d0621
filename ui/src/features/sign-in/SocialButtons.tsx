import { Button } from '@mantine/core'
import { leaveForProvider, type Provider } from '@/api/socialSignIn'
import { Complaint } from '@/components/account/Complaint'
import classes from '@/components/account/Form.module.css'
import { PROVIDER_ICON, PROVIDER_NAME, socialFailure } from '@/components/account/providers'
import { useAttempt } from '@/components/account/useAttempt'

/** Ways in by other accounts, as far as the server offers them. */
export function SocialButtons(props: { providers: Provider[]; next: string | undefined }) {
  if (props.providers.length === 0) return null
  return (
    <div className={classes.form}>
      <p className={classes.or}>or</p>
      {props.providers.map((provider) => (
        <SocialButton key={provider} provider={provider} next={props.next} />
      ))}
    </div>
  )
}

function SocialButton({ provider, next }: { provider: Provider; next: string | undefined }) {
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
