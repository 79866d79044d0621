import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import { useSession } from '@/auth/session'
import { TrackingSkeleton } from './TrackingSkeleton'

const loadOwnOrder = () => import('./OwnOrder')
const OwnOrder = lazy(loadOwnOrder)
const SampleTracking = lazy(() => import('./SampleTracking'))
const SharedTracking = lazy(() => import('./SharedTracking'))

type Props = {
  orderId: string
  token?: string
  /** What the customer of a delivered order is asked. */
  rating: (tracking: TrackingOut) => ReactNode
}

/** Two addresses of one sample order, which is open to everybody (OP-31). */
const SAMPLES = ['demo', 'demo-order']

export function TrackingPage({ orderId, token, rating }: Props) {
  if (SAMPLES.includes(orderId)) {
    return (
      <Suspense fallback={<TrackingSkeleton />}>
        <SampleTracking />
      </Suspense>
    )
  }
  if (token !== undefined) {
    return (
      <Suspense fallback={<TrackingSkeleton />}>
        <SharedTracking key={`${orderId} ${token}`} orderId={orderId} token={token} />
      </Suspense>
    )
  }
  return (
    <SignedIn path={`/track/${encodeURIComponent(orderId)}`}>
      <Suspense fallback={<TrackingSkeleton />}>
        <OwnOrder key={orderId} orderId={orderId} rating={rating} />
      </Suspense>
    </SignedIn>
  )
}

/** Sends strangers to sign in, and back here afterwards. */
function SignedIn({ path, children }: { path: string; children: ReactNode }) {
  const { status } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    // Beside the question who that is.
    if (status === 'loading') void loadOwnOrder()
    if (status === 'signed-out') {
      void navigate({ to: '/login', search: { next: path }, replace: true })
    }
  }, [status, path, navigate])
  return status === 'signed-in' ? children : <TrackingSkeleton />
}
