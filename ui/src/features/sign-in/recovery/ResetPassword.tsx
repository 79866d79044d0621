import { Loader } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '@/auth/session'
import classes from '@/components/forms/Form.module.css'
import { ButtonLink } from '@/components/RouterLink'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { SecondFactor } from '../second-factor/SecondFactor'
import { NewPasswordForm } from './NewPasswordForm'
import { PasswordUpdated } from './PasswordUpdated'

/** The form for somebody whose reset link was good, and the screen after it (AUT-28). */
export function ResetPassword() {
  const { status } = useSession()
  const [done, setDone] = useState(false)
  if (done) return <PasswordUpdated />
  if (status === 'second-factor') {
    return (
      <SignInFrame title="One more step" lead="Your account has a second factor.">
        <SecondFactor />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Choose a new password">
      <NewPasswordForm onDone={() => setDone(true)} />
    </SignInFrame>
  )
}

export function VerifyingLink() {
  return (
    <SignInFrame title="One moment">
      <div className={classes.waiting} role="status">
        <Loader />
        <p>Verifying your link…</p>
      </div>
    </SignInFrame>
  )
}

export function InvalidResetLink({ sentence }: { sentence: string }) {
  return (
    <SignInFrame title="This link does not work">
      <div className={classes.form}>
        <p role="alert">{sentence}</p>
        <ButtonLink to="/forgot-password" size="lg">
          Request a New Link
        </ButtonLink>
      </div>
    </SignInFrame>
  )
}
