import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { addressesToAgree, changeEmail } from '@/auth/ownAccount'
import type { AddressChange } from '@/auth/signInMethods'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { useAttempt } from '@/shared/account/useAttempt'
import { PendingEmail } from './PendingEmail'
import { useAccount, useAccountChanged } from './queries'

/** The address that somebody signs in with. It changes once it, and the old one, have agreed. */
export function EmailSection(props: { email: string; change: AddressChange }) {
  const { email, change } = props
  const [isChanged, setChanged] = useState(false)
  const changed = useAccountChanged()
  const account = useAccount().data

  async function settle(atOnce: boolean) {
    setChanged(atOnce)
    await changed()
  }

  return (
    <Section title="Email" lead="You sign in with it, and receipts go there.">
      <p>
        Your address is <span className={classes.value}>{email}</span>.
      </p>
      <FormSuccess>{isChanged && 'Your email address was changed.'}</FormSuccess>
      {account?.new_email && (
        <PendingEmail
          key={account.new_email}
          email={account.new_email}
          outstanding={addressesToAgree(account, change === 'both-agree')}
          onAnswered={settle}
        />
      )}
      <NewAddress current={email} change={change} onAsked={settle} />
    </Section>
  )
}

const WHAT_HAPPENS: Record<AddressChange, string> = {
  'at-once': 'It replaces your present address at once.',
  'new-agrees': 'We mail a link to it; the address changes when you open the link.',
  'both-agree':
    'We mail a link to it and another one to your present address. It changes when you have opened both.',
}

function NewAddress(props: {
  current: string
  change: AddressChange
  onAsked: (atOnce: boolean) => Promise<void>
}) {
  const [newEmail, setNewEmail] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const attempt = useAttempt('The address could not be changed. Please try again.')
  const address = newEmail.trim()

  async function submit() {
    const fault = faultOf(address, props.current)
    setMissing(fault)
    if (fault) return field.current?.focus()
    let atOnce = false
    const done = await attempt.run(async () => {
      atOnce = await changeEmail(address)
    })
    if (!done) return
    setNewEmail('')
    await props.onAsked(atOnce)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormError of={attempt} />
      <TextInput
        ref={field}
        label="New email"
        error={missing}
        description={WHAT_HAPPENS[props.change]}
        type="email"
        name="new-email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={newEmail}
        onChange={({ currentTarget }) => {
          attempt.clear()
          setMissing(null)
          setNewEmail(currentTarget.value)
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" variant="default" loading={attempt.busy} disabled={attempt.wait > 0}>
          {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Change Email'}
        </Button>
      </div>
    </form>
  )
}

function faultOf(address: string, current: string): string | null {
  if (address === '') return 'Enter the new address.'
  return address === current ? 'This is your address already.' : null
}
