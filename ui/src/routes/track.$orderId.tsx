import { createFileRoute } from '@tanstack/react-router'
import { TrackingPage } from '@/features/tracking/TrackingPage'

export const Route = createFileRoute('/track/$orderId')({
  component: function Track() {
    return <TrackingPage orderId={Route.useParams().orderId} />
  },
})
