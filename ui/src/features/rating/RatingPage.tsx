import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { TrackingOut } from '@/api/generated/types.gen'
import { isProblem, sentenceOf } from '@/api/problem'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { usePageTitle } from '@/components/usePageTitle'
import { SignedIn } from '@/shared/session/SignedIn'
import { RatingForm } from './RatingForm'
import classes from './RatingPage.module.css'
import { SubmittedRating } from './SubmittedRating'
import { useRating } from './useRating'

/** Where the link in a customer's message leads once an order is delivered (PUB-09, OP-27). */
export function RatingPage({ orderId }: { orderId: string }) {
  return (
    <SignedIn
      title="Rate your delivery"
      sentence="Sign in to the account that booked this order to rate it."
      action="Login"
    >
      {(user) => <OwnOrder key={orderId} orderId={orderId} viewerId={user.id} />}
    </SignedIn>
  )
}

function OwnOrder({ orderId, viewerId }: { orderId: string; viewerId: string }) {
  const query = useQuery(trackOrderOptions({ path: { order_id: orderId } }))
  const order = query.data?.order
  const isOwn = order?.customer_id === viewerId
  usePageTitle(isOwn ? `Rate your driver, order #${order.number}` : 'Rate your driver')
  if (isProblem(query.error) && query.error.status === 404) return <Unknown />
  if (query.data) return <Rated tracking={query.data} viewerId={viewerId} />
  if (query.fetchStatus === 'paused') return <Offline />
  if (query.error) {
    return (
      <ScreenMessage
        title="Your order could not be loaded"
        actions={
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        }
      >
        <p>{sentenceOf(query.error)}</p>
      </ScreenMessage>
    )
  }
  return (
    <div className={classes.page} aria-busy="true">
      <span className={classes.hidden} role="status">
        Loading
      </span>
      <Skeleton height={36} width="60%" />
      <Skeleton height={92} radius="lg" />
      <Skeleton height={64} radius="lg" />
      <Skeleton height={132} radius="lg" />
    </div>
  )
}

function Rated({ tracking, viewerId }: { tracking: TrackingOut; viewerId: string }) {
  const { order } = tracking
  const { mutateAsync, isPending, error } = useRating(order.id)
  if (order.customer_id !== viewerId) return <Unknown />
  if (order.customer_rating !== null) return <SubmittedRating tracking={tracking} />
  if (order.status !== 'completed') return <TooEarly order={order} />
  return (
    <RatingForm
      order={order}
      driver={tracking.driver}
      isSending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(rating) => mutateAsync(rating).catch(() => undefined)}
    />
  )
}

function TooEarly({ order }: { order: TrackingOut['order'] }) {
  const isCancelled = order.status === 'cancelled'
  return (
    <ScreenMessage
      title={isCancelled ? 'This order was canceled' : 'Not delivered yet'}
      actions={
        <ButtonLink to="/track/$orderId" params={{ orderId: order.id }}>
          {isCancelled ? 'See the order' : 'Track Your Order'}
        </ButtonLink>
      }
    >
      <p>
        {isCancelled
          ? 'There was no delivery to rate.'
          : 'You can rate this order once it is completed.'}
      </p>
    </ScreenMessage>
  )
}

function Unknown() {
  return (
    <ScreenMessage
      eyebrow="404"
      title="Order not found"
      actions={<ButtonLink to="/dashboard">My orders</ButtonLink>}
    >
      <p>The link may be incomplete, or the order belongs to another account.</p>
    </ScreenMessage>
  )
}

function Offline() {
  return (
    <ScreenMessage
      title="You are offline"
      actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
    >
      <p>This page loads by itself when the connection is back.</p>
    </ScreenMessage>
  )
}
