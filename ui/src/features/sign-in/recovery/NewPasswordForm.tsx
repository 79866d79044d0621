import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { updatePassword } from '@/auth/ownAccount'
import { endRecovery } from '@/auth/recovery'
import { signOut } from '@/auth/sessionStore'
import classes from '@/components/forms/Form.module.css'
import { FormError } from '@/components/forms/FormError'
import { isFilledTwice, NewPasswordFields } from '@/shared/account/NewPasswordFields'
import { newPasswordError } from '@/shared/account/newPassword'
import { useAttempt } from '@/shared/account/useAttempt'
import { updateError } from './messages'

/** A new password for whoever followed a reset link, who then signs in with it (AUT-29, AUT-32). */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const [value, setValue] = useState({ password: '', again: '' })
  const [broken, setBroken] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const attempt = useAttempt('', updateError)

  async function submit() {
    const error = newPasswordError(value.password)
    setBroken(error)
    if (error) return field.current?.focus()
    if (!(await attempt.run(() => updatePassword(value.password)))) return
    endRecovery()
    onDone()
    // The password is new whether or not the server hears that this session is over.
    await signOut().catch(() => undefined)
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isFilledTwice(value)) void submit()
      }}
    >
      <FormError of={attempt} />
      <NewPasswordFields
        value={value}
        error={broken}
        passwordRef={field}
        onChange={(changed) => {
          setBroken(undefined)
          setValue(changed)
        }}
      />
      <Button
        type="submit"
        size="lg"
        loading={attempt.busy}
        disabled={!isFilledTwice(value) || attempt.wait > 0}
      >
        Update Password
      </Button>
    </form>
  )
}
