import { Loader } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '@/auth/session'
import type { SessionUser } from '@/auth/storedSession'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import classes from './SignedIn.module.css'

/**
 * Shows a screen to whoever is signed in. Everybody else reads why not, and is led back here
 * after signing in; while that is not known yet, a spinner turns (AUT-04).
 */
export function SignedIn(props: {
  title: string
  sentence: string
  /** The words on the link to /login. */
  action: string
  children: (user: SessionUser) => ReactNode
}) {
  const { status, user } = useSession()
  const here = useLocation({ select: (location) => location.href })
  if (user) return props.children(user)
  if (status === 'loading') {
    return (
      <div className={classes.waiting} role="status" aria-label="Loading your account">
        <Loader />
      </div>
    )
  }
  return (
    <ScreenMessage
      title={props.title}
      actions={
        <>
          <ButtonLink to="/login" search={{ next: here }}>
            {props.action}
          </ButtonLink>
          <ButtonLink to="/register" search={{ next: here }} variant="default">
            Sign Up
          </ButtonLink>
        </>
      }
    >
      <p>{props.sentence}</p>
    </ScreenMessage>
  )
}
