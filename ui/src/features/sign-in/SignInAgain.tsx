import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '@/components/Dialog'
import { ButtonLink } from '@/components/RouterLink'
import { LoginForm } from './LoginForm'
import classes from './SignInAgain.module.css'
import { SecondFactor } from './second-factor/SecondFactor'

/** Over a page whose session was ended elsewhere, so that what was typed there is still there. */
export function SignInAgain({ wants }: { wants: 'password' | 'second-factor' }) {
  const next = useLocation({ select: (location) => location.href })
  const [isClosed, setClosed] = useState(false)
  if (isClosed) {
    return (
      <div className={classes.reminder} role="status">
        <span>Your session has ended.</span>
        <Button size="compact-md" onClick={() => setClosed(false)}>
          Sign in again
        </Button>
      </div>
    )
  }
  return (
    <Dialog title="Sign in again" onClose={() => setClosed(true)}>
      <p>Your session has ended. Please sign in again. What you typed stays on the page.</p>
      {wants === 'second-factor' ? <SecondFactor /> : <LoginForm onUnconfirmed={() => undefined} />}
      <p>
        <ButtonLink to="/login" search={{ next }} variant="subtle">
          Other ways to sign in
        </ButtonLink>
      </p>
    </Dialog>
  )
}
