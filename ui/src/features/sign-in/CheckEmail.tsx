import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { AuthRefusal } from '@/auth/authRefusal'
import classes from '@/components/forms/Form.module.css'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { CodeForm } from '@/shared/account/CodeForm'
import { useAttempt } from '@/shared/account/useAttempt'
import { WhereMailIs } from '@/shared/account/WhereMailIs'

/** What to do with the mail that was just sent: open its link, or type its digits here (OP-58). */
export function CheckEmail(props: {
  children: ReactNode
  codeAction: string
  onCode: (code: string) => Promise<unknown>
  onResend: () => Promise<unknown>
  /** The sentence for a mail that was refused, where it has one of its own. */
  messageOf?: (refusal: AuthRefusal) => string | undefined
  onBack: () => void
}) {
  const [sent, setSent] = useState(false)
  const attempt = useAttempt('The mail could not be sent. Please try again.', props.messageOf)

  async function resend() {
    setSent(false)
    setSent(await attempt.run(props.onResend))
  }

  return (
    <div className={classes.form}>
      {props.children}
      <WhereMailIs />
      <CodeForm
        label="Code from the mail"
        action={props.codeAction}
        onCode={props.onCode}
        messageOf={wrongCode}
      />
      <p className={classes.note}>
        Nothing there after a minute? Look in the spam folder, or send it again.
      </p>
      <FormSuccess>{sent && 'Sent once more. Only the newest mail works.'}</FormSuccess>
      <FormError of={attempt} />
      <div className={classes.choices}>
        <Button
          variant="default"
          loading={attempt.busy}
          disabled={attempt.wait > 0}
          onClick={() => void resend()}
        >
          {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Send again'}
        </Button>
        <Button variant="default" onClick={props.onBack}>
          Try Different Email
        </Button>
      </div>
    </div>
  )
}

function wrongCode({ code }: AuthRefusal): string | undefined {
  if (code !== 'otp_expired') return undefined
  return 'This code is wrong or no longer valid. Check it, or send the mail again.'
}
