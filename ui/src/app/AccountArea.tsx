import { Button } from '@mantine/core'
import { IconPhone, IconSteeringWheel, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/auth/session'
import type { SessionUser } from '@/auth/storedSession'
import { ButtonLink } from '@/components/RouterLink'
import classes from './AccountArea.module.css'
import { DASHBOARD_LINK } from './navigation'
import { useSignOut } from './useSignOut'

const MessagesShortcut = lazy(() => import('./MessagesShortcut'))

/** Login and Sign Up, or the person who is signed in (PUB-03, PUB-04). */
export function AccountArea() {
  const { status, user } = useSession()
  if (status === 'loading') return <div className={classes.loading} aria-hidden="true" />
  return user ? <Person user={user} /> : <Stranger />
}

function Stranger() {
  return (
    <>
      <ButtonLink to="/login" variant="subtle" color="gray" c="inherit">
        Login
      </ButtonLink>
      <ButtonLink to="/register" variant="default">
        Sign Up
      </ButtonLink>
    </>
  )
}

function Person({ user }: { user: SessionUser }) {
  const leave = useSignOut()
  return (
    <>
      {user.userType === 'driver' && (
        <span className={classes.badge}>
          <IconSteeringWheel size={15} aria-hidden="true" />
          Driver
        </span>
      )}
      {user.userType !== 'admin' && <Shortcuts userType={user.userType} userId={user.id} />}
      <Link {...DASHBOARD_LINK[user.userType]} className={classes.person} data-person>
        <span className={classes.initials} aria-hidden="true">
          {initialsOf(user)}
        </span>
        <span className={classes.name}>{user.name || user.email}</span>
      </Link>
      <Link to="/account" className={classes.shortcut}>
        <IconUserCog size={20} aria-hidden="true" />
        <span>Your account</span>
      </Link>
      <Button variant="subtle" color="gray" c="inherit" onClick={leave}>
        Logout
      </Button>
    </>
  )
}

function Shortcuts(props: { userType: 'customer' | 'driver'; userId: string }) {
  const { userType } = props
  const { to } = DASHBOARD_LINK[userType]
  return (
    <>
      <Suspense fallback={<span className={classes.shortcut} />}>
        <MessagesShortcut party={userType} userId={props.userId} />
      </Suspense>
      <Link
        to={to}
        search={{ tab: 'call-log' }}
        className={classes.shortcut}
        activeOptions={{ includeSearch: true }}
      >
        <IconPhone size={20} aria-hidden="true" />
        <span>Call Log</span>
      </Link>
    </>
  )
}

function initialsOf({ name, email }: SessionUser): string {
  const words = (name || email).split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
