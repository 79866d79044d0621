import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getPaymentConfirmationOptions } from '@/api/generated/@tanstack/react-query.gen'
import { isProblem, sentenceOf } from '@/api/problem'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { SignedIn } from '@/shared/session/SignedIn'
import { ConfirmationScreen } from './ConfirmationScreen'
import classes from './ConfirmationScreen.module.css'
import { InvalidConfirmation } from './InvalidConfirmation'

const SampleConfirmation = lazy(() => import('./SampleConfirmation'))

/** The sample has the two names that the sample order has (OP-31). */
const SAMPLES = ['demo', 'demo-order']
/** A driver may be assigned, or set out, while somebody reads this. */
const LOOK_AGAIN_MS = 15_000

/** /payment-success/{confirmationId} (PAY-22). */
export function PaymentSuccess({ confirmationId }: { confirmationId: string }) {
  if (SAMPLES.includes(confirmationId)) {
    return (
      <Suspense fallback={<ConfirmationSkeleton />}>
        <SampleConfirmation />
      </Suspense>
    )
  }
  return (
    <SignedIn
      title="Please log in"
      sentence="You need to be logged in to view your payment confirmation"
      action="Login"
    >
      {() => <Own confirmationId={confirmationId} />}
    </SignedIn>
  )
}

function Own({ confirmationId }: { confirmationId: string }) {
  const query = useQuery({
    ...getPaymentConfirmationOptions({ path: { confirmation_id: confirmationId } }),
    refetchInterval: ({ state }) => (isOver(state.data?.order_status) ? false : LOOK_AGAIN_MS),
  })
  if (query.data) return <ConfirmationScreen confirmation={query.data} />
  if (isProblem(query.error) && query.error.status === 404) return <InvalidConfirmation />
  if (query.fetchStatus === 'paused') {
    return (
      <ScreenMessage
        title="You are offline"
        actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        <p>
          Your booking goes on without you. This page loads by itself when the connection is back.
        </p>
      </ScreenMessage>
    )
  }
  if (!query.error) return <ConfirmationSkeleton />
  return (
    <div role="alert">
      <ScreenMessage
        title="Your confirmation could not be loaded"
        actions={
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        }
      >
        <p>{sentenceOf(query.error)}</p>
      </ScreenMessage>
    </div>
  )
}

function isOver(status: string | undefined): boolean {
  return status === 'completed' || status === 'cancelled'
}

function ConfirmationSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <Skeleton height={112} radius="lg" />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Skeleton height={168} radius="lg" />
          <Skeleton height={220} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </div>
        <div className={classes.column}>
          <Skeleton height={420} radius="lg" />
        </div>
      </div>
    </div>
  )
}
