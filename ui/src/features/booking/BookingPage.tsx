import { Loader } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/auth/session'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import classes from './BookingPage.module.css'
import type { BookingSearch } from './search'

const OrderPayment = lazy(async () => ({
  default: (await import('./payment/OrderPayment')).OrderPayment,
}))
const SavedTrip = lazy(async () => ({ default: (await import('./SavedTrip')).SavedTrip }))
const Wizard = lazy(async () => ({ default: (await import('./Wizard')).Wizard }))

/** Booking needs an account (BKG-01), and only then the steps are loaded. What was typed before signing in is still there after. */
export function BookingPage({ search }: { search: BookingSearch }) {
  const { status, user } = useSession()
  const here = useLocation({ select: ({ href }) => href })
  if (status === 'loading') return <Loading what="your account" />
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
        {search.from && search.to && (
          <Suspense fallback={null}>
            <SavedTrip from={search.from} to={search.to} />
          </Suspense>
        )}
      </ScreenMessage>
    )
  }
  if (search.order) {
    return (
      <Suspense fallback={<Loading what="the order" />}>
        <OrderPayment key={search.order} orderId={search.order} />
      </Suspense>
    )
  }
  return (
    <Suspense fallback={<Loading what="the booking" />}>
      <Wizard key={user.id} user={user} search={search} />
    </Suspense>
  )
}

function Loading({ what }: { what: string }) {
  return (
    <div className={classes.loading} role="status" aria-label={`Loading ${what}`}>
      <h1 className={classes.hidden}>Book a service</h1>
      <Loader />
    </div>
  )
}
