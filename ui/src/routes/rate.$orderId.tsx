import { createFileRoute } from '@tanstack/react-router'
import { RatingPage } from '@/features/rating/RatingPage'

export const Route = createFileRoute('/rate/$orderId')({
  component: function Rate() {
    return <RatingPage orderId={Route.useParams().orderId} />
  },
})
