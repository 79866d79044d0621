import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomePage } from '@/features/home/HomePage'
import { PriceCalculator } from '@/features/price-calculator/PriceCalculator'
import { misdirectedLinkTarget } from '@/features/sign-in/callback/misdirectedLink'

// Features do not know each other: the route is where home and the calculator meet.
export const Route = createFileRoute('/')({
  staticData: { title: 'Moving and delivery on demand' },
  beforeLoad: ({ location }) => {
    const href = misdirectedLinkTarget(location)
    if (href) throw redirect({ href, replace: true })
  },
  component: () => <HomePage priceCalculator={<PriceCalculator />} />,
})
