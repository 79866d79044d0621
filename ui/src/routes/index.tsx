import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '@/features/home/HomePage'
import { ExampleFare } from '@/features/price-calculator/ExampleFare'
import { PriceCalculator } from '@/features/price-calculator/PriceCalculator'

// Features do not know each other: the route is where home and the calculator meet.
export const Route = createFileRoute('/')({
  component: () => <HomePage exampleFare={<ExampleFare />} priceCalculator={<PriceCalculator />} />,
})
