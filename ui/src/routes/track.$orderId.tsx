import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TrackingPage } from '@/features/tracking/TrackingPage'

const RatingAndTip = lazy(() => import('@/features/rating/RatingAndTip'))

/** As high as the question, so that nothing below it moves. */
const RATING_HEIGHT = 232

export const Route = createFileRoute('/track/$orderId')({
  staticData: { title: 'Track order' },
  // The key is always there: the router would let the unchecked value through where it is missing.
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => ({
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }),
  component: function Track() {
    return (
      <TrackingPage
        orderId={Route.useParams().orderId}
        token={Route.useSearch().token}
        rating={(tracking) => (
          <Suspense fallback={<Skeleton height={RATING_HEIGHT} radius="lg" />}>
            <RatingAndTip tracking={tracking} />
          </Suspense>
        )}
      />
    )
  },
})
