import { Loader } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import classes from './BookingPage.module.css'
import type { BookingSearch } from './search'
import { Wizard } from './Wizard'

/** Booking needs an account (BKG-01). What was typed before signing in is still there after. */
export function BookingPage({ search }: { search: BookingSearch }) {
  const { status, user } = useSession()
  const here = useLocation({ select: ({ href }) => href })
  if (status === 'loading') {
    return (
      <div className={classes.loading} role="status" aria-label="Loading your account">
        <h1 className={classes.hidden}>Book a service</h1>
        <Loader />
      </div>
    )
  }
  if (!user) {
    return (
      <ScreenMessage
        eyebrow="Book a service"
        title="Please log in"
        actions={
          <>
            <ButtonLink to="/login" search={{ next: here }}>
              Sign In
            </ButtonLink>
            <ButtonLink to="/register" search={{ next: here }} variant="default">
              Sign Up
            </ButtonLink>
          </>
        }
      >
        <p>You need to be logged in to book a service.</p>
      </ScreenMessage>
    )
  }
  return <Wizard key={user.id} user={user} search={search} />
}
