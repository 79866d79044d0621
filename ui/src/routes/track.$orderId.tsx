import { createFileRoute } from '@tanstack/react-router'
import { TrackingPage } from '@/features/tracking/TrackingPage'

export const Route = createFileRoute('/track/$orderId')({
  // The key is always there: the router would let the unchecked value through where it is missing.
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => ({
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }),
  component: function Track() {
    return <TrackingPage orderId={Route.useParams().orderId} token={Route.useSearch().token} />
  },
})
