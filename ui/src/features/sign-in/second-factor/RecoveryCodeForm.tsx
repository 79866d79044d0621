import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { giveRecoveryCode } from '@/auth/recoveryCodes'
import classes from '@/components/forms/Form.module.css'
import { FormError } from '@/components/forms/FormError'
import { isTooMany } from '@/shared/account/outage'
import { useAttempt } from '@/shared/account/useAttempt'

/** Takes one of the ten codes that were printed or noted for a lost phone. */
export function RecoveryCodeForm() {
  const [code, setCode] = useState('')
  const attempt = useAttempt('The code could not be checked. Please try again.', (refusal) => {
    if (isTooMany(refusal))
      return 'Too many attempts. Please wait a few minutes before trying again.'
    if (refusal.code !== 'mfa_verification_failed') return undefined
    return 'This recovery code is wrong or was used already.'
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) void attempt.run(() => giveRecoveryCode(code))
      }}
    >
      <FormError of={attempt} />
      <TextInput
        label="Recovery code"
        description="Ten digits, such as 12345-67890. Each code works once."
        name="recoveryCode"
        inputMode="numeric"
        autoComplete="off"
        maxLength={32}
        autoFocus
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button
        type="submit"
        size="lg"
        loading={attempt.busy}
        disabled={code.trim() === '' || attempt.wait > 0}
      >
        {attempt.wait > 0 ? `Wait ${attempt.wait}s` : 'Continue'}
      </Button>
    </form>
  )
}
