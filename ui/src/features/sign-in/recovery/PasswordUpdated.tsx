import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import classes from '@/components/forms/Form.module.css'
import { FormSuccess } from '@/components/forms/FormSuccess'
import { ButtonLink } from '@/components/RouterLink'
import { SignInFrame } from '@/shared/account/SignInFrame'
import { PASSWORD_UPDATED } from './messages'

const REDIRECT_AFTER_MS = 3_000

/** Success, which leads to the sign-in by itself (AUT-32). */
export function PasswordUpdated() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate({ to: '/login', state: { passwordUpdated: true }, replace: true }),
      REDIRECT_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <SignInFrame title="Password updated">
      <div className={classes.form}>
        <FormSuccess>{PASSWORD_UPDATED}</FormSuccess>
        <ButtonLink to="/login" state={{ passwordUpdated: true }} replace size="lg">
          Sign In
        </ButtonLink>
      </div>
    </SignInFrame>
  )
}
