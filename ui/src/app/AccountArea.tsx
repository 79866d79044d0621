import { Button } from '@mantine/core'
import { IconChevronDown, IconSteeringWheel, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/auth/session'
import type { SessionUser } from '@/auth/storedSession'
import { ButtonLink } from '@/components/RouterLink'
import classes from './AccountArea.module.css'
import { DASHBOARD_LINK } from './navigation'
import { useSignOut } from './useSignOut'

const MessagesShortcut = lazy(() => import('./MessagesShortcut'))

type Props = {
  /** In the menu of small screens everything stands below each other. */
  isStacked?: boolean
}

/** Login and Sign Up, or the person who is signed in (PUB-03, PUB-04). */
export function AccountArea({ isStacked = false }: Props) {
  const { status, user } = useSession()
  if (status === 'loading') return <div className={classes.loading} aria-hidden="true" />
  if (!user) return <Stranger />
  return (
    <>
      {user.userType === 'driver' && (
        <span className={classes.badge}>
          <IconSteeringWheel size={15} aria-hidden="true" />
          Driver
        </span>
      )}
      {user.userType !== 'admin' && (
        <Suspense fallback={<span className={classes.shortcut} />}>
          <MessagesShortcut party={user.userType} userId={user.id} />
        </Suspense>
      )}
      {isStacked ? <PersonalLinks user={user} /> : <PersonMenu user={user} />}
    </>
  )
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

const MENU = 'person-menu'

/** The browser's own popover: it closes on Escape, and on a click beside it. */
function PersonMenu({ user }: { user: SessionUser }) {
  return (
    <>
      <button type="button" className={classes.person} popoverTarget={MENU} data-person>
        <Name user={user} />
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that Enter follows is clicked too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is in it can be pressed, not the box. */}
      <div
        id={MENU}
        popover="auto"
        className={classes.menu}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, button')) {
            currentTarget.hidePopover?.()
          }
        }}
      >
        <PersonalLinks user={user} />
      </div>
    </>
  )
}

function PersonalLinks({ user }: { user: SessionUser }) {
  const leave = useSignOut()
  return (
    <>
      <Link {...DASHBOARD_LINK[user.userType]} className={classes.person}>
        <Name user={user} />
      </Link>
      <Link to="/account" className={classes.entry}>
        <IconUserCog size={20} aria-hidden="true" />
        Your account
      </Link>
      <Button variant="default" className={classes.leave} onClick={leave}>
        Logout
      </Button>
    </>
  )
}

function Name({ user }: { user: SessionUser }) {
  return (
    <>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <span className={classes.name}>{user.name || user.email}</span>
    </>
  )
}

function initialsOf({ name, email }: SessionUser): string {
  const words = (name || email).split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
