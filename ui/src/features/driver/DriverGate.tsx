import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DriverOut } from '@/api/generated/types.gen'
import { isProblem } from '@/api/problem'
import { useSession } from '@/auth/session'
import type { SessionUser } from '@/auth/storedSession'
import { DataPanel } from '@/components/DataPanel'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { SignedIn } from '@/shared/session/SignedIn'
import classes from './DriverGate.module.css'
import { useProfile } from './queries'

/** Lets drivers in, with their profile; everybody else reads what is missing (DRV-01, DRV-02). */
export function DriverGate(props: {
  /** What this device knows of a driver, for whoever opens the page without a connection. */
  known?: (userId: string) => DriverOut | undefined
  children: (driver: DriverOut, userId: string) => ReactNode
}) {
  return (
    <SignedIn
      title="Driver Access Required"
      sentence="Sign in with your driver account to see this page."
      action="Sign In as Driver"
    >
      {(user) =>
        user.userType === 'driver' ? (
          <Profiled known={props.known?.(user.id)}>
            {(driver) => props.children(driver, user.id)}
          </Profiled>
        ) : (
          <NoDriver user={user} />
        )
      }
    </SignedIn>
  )
}

function NoDriver({ user }: { user: SessionUser }) {
  const { signOut } = useSession()
  return (
    <ScreenMessage
      title="Driver Access Required"
      actions={
        <ButtonLink to="/login" onClick={() => void signOut()}>
          Sign In as Driver
        </ButtonLink>
      }
    >
      <p>This page is for drivers. You are signed in as {user.name || user.email}.</p>
    </ScreenMessage>
  )
}

function Profiled(props: {
  known: DriverOut | undefined
  children: (driver: DriverOut) => ReactNode
}) {
  const profile = useProfile(props.known)
  if (isProblem(profile.error) && profile.error.status === 404) {
    return (
      <ScreenMessage
        title="Driver Profile Not Found"
        actions={<ButtonLink to="/drive-with-us">Drive With Us</ButtonLink>}
      >
        <p>Driver Profile Not Found: Please complete your driver registration.</p>
      </ScreenMessage>
    )
  }
  return (
    <DataPanel
      query={profile}
      failure="Your driver profile could not be loaded"
      skeleton={
        <div className={classes.waiting}>
          <Loader />
        </div>
      }
    >
      {props.children}
    </DataPanel>
  )
}
