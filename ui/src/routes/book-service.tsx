import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/book-service')({
  component: () => (
    <NotBuiltYet
      subject="Book a Service"
      meanwhile="Booking opens here next. Until then, the calculator on the home page shows every line of a fare."
    />
  ),
})
