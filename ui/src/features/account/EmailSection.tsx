import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeEmail, resendEmailChange } from '@/api/ownAccount'
import { enterMailedCode } from '@/api/recovery'
import { CodeForm } from '@/components/account/CodeForm'
import { Complaint } from '@/components/account/Complaint'
import { Done } from '@/components/account/Done'
import { Section } from '@/components/account/Section'
import classes from '@/components/account/Section.module.css'
import { useAttempt } from '@/components/account/useAttempt'
import { useAccount, useAccountChanged } from './queries'

/** The address that somebody signs in with. It changes once the new one was proved. */
export function EmailSection({ email }: { email: string }) {
  const [isChanged, setChanged] = useState(false)
  const changed = useAccountChanged()
  const pending = useAccount().data?.new_email

  async function settle(atOnce: boolean) {
    setChanged(atOnce)
    await changed()
  }

  return (
    <Section title="Email" lead="You sign in with it, and receipts go there.">
      <p>
        Your address is <span className={classes.value}>{email}</span>.
      </p>
      <Done>{isChanged && 'Your email address was changed.'}</Done>
      {pending && <Pending email={pending} onConfirmed={() => settle(true)} />}
      <NewAddress current={email} onAsked={settle} />
    </Section>
  )
}

function NewAddress(props: { current: string; onAsked: (atOnce: boolean) => Promise<void> }) {
  const [wished, setWished] = useState('')
  const attempt = useAttempt('The address could not be changed. Please try again.')
  const address = wished.trim()

  async function submit() {
    let atOnce = false
    const done = await attempt.run(async () => {
      atOnce = await changeEmail(address)
    })
    if (!done) return
    setWished('')
    await props.onAsked(atOnce)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (address) void submit()
      }}
    >
      <Complaint of={attempt} />
      <TextInput
        label="New email"
        description="We mail a link to it; the address changes when you open the link."
        type="email"
        name="new-email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={wished}
        onChange={({ currentTarget }) => {
          attempt.clear()
          setWished(currentTarget.value)
        }}
      />
      <div className={classes.actions}>
        <Button
          type="submit"
          variant="default"
          loading={attempt.busy}
          disabled={address === '' || address === props.current || attempt.wait > 0}
        >
          {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Change Email'}
        </Button>
      </div>
    </form>
  )
}

/** A change that waits for its mail. */
function Pending(props: { email: string; onConfirmed: () => Promise<void> }) {
  const [sent, setSent] = useState(false)
  const attempt = useAttempt('The mail could not be sent. Please try again.')

  async function resend() {
    setSent(false)
    setSent(await attempt.run(() => resendEmailChange(props.email)))
  }

  return (
    <>
      <p role="status">
        We sent a link to <span className={classes.value}>{props.email}</span>. Your address changes
        when you open it, or type the code that stands below it.
      </p>
      <CodeForm
        label="Code from the mail"
        action="Confirm"
        variant="default"
        told={({ code }) =>
          code === 'otp_expired' ? 'This code is wrong or no longer valid.' : undefined
        }
        onCode={async (code) => {
          await enterMailedCode('email_change', props.email, code)
          await props.onConfirmed()
        }}
      />
      <Complaint of={attempt} />
      <Done>{sent && 'Sent once more. Only the newest mail works.'}</Done>
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
