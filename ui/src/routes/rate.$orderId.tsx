import { createFileRoute } from '@tanstack/react-router'
import { RatingPage } from '@/features/rating/RatingPage'

export const Route = createFileRoute('/rate/$orderId')({
  staticData: { title: 'Rate your driver' },
  component: function Rate() {
    return <RatingPage orderId={Route.useParams().orderId} />
  },
})
