import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AuthRefusal } from '@/auth/authRefusal'
import { confirmEmailChange, resendEmailChange } from '@/auth/ownAccount'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import classes from '@/components/Section.module.css'
import { CodeForm } from '@/shared/account/CodeForm'
import { useAttempt } from '@/shared/account/useAttempt'
import { useMailIsSent, WhereMailIs } from '@/shared/account/WhereMailIs'

/** A new address that waits for the agreement of one mailbox, or of both. */
export function PendingEmail(props: {
  email: string
  outstanding: string[]
  onAnswered: (isChanged: boolean) => Promise<void>
}) {
  const { email, outstanding } = props
  const [sent, setSent] = useState(false)
  const sentWords = useMailIsSent() ? 'We sent a link to' : 'There is a link for'
  const attempt = useAttempt('The mail could not be sent. Please try again.')

  async function resend() {
    setSent(false)
    setSent(await attempt.run(() => resendEmailChange(email)))
  }

  return (
    <>
      <p role="status">
        {outstanding.length > 1 ? (
          <>
            {sentWords} <Address of={outstanding[0]} /> and another one to{' '}
            <Address of={outstanding[1]} />. Your address changes when you have opened both, or
            typed the codes that stand below them.
          </>
        ) : (
          <>
            {sentWords} <Address of={outstanding[0]} />. Your address changes to{' '}
            <Address of={email} /> when you open it, or type the code that stands below it.
          </>
        )}
      </p>
      <WhereMailIs />
      {outstanding.map((address) => (
        <CodeForm
          key={address}
          label={`Code from the mail to ${address}`}
          action="Confirm"
          variant="default"
          messageOf={wrongCode}
          onCode={async (code) => props.onAnswered(await confirmEmailChange(address, code))}
        />
      ))}
      <FormError of={attempt} />
      <FormSuccess>{sent && 'Sent once more. Only the newest mail works.'}</FormSuccess>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={attempt.busy}
          disabled={attempt.wait > 0}
          onClick={() => void resend()}
        >
          {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Send again'}
        </Button>
      </div>
    </>
  )
}

function Address({ of }: { of: string | undefined }) {
  return <span className={classes.value}>{of}</span>
}

function wrongCode({ code }: AuthRefusal): string | undefined {
  return code === 'otp_expired' ? 'This code is wrong or no longer valid.' : undefined
}
