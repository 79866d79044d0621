import { createFileRoute } from '@tanstack/react-router'
import { BookingPage } from '@/features/booking/BookingPage'
import { bookingSearch } from '@/features/booking/search'

export const Route = createFileRoute('/book-service')({
  staticData: { title: 'Book a delivery' },
  validateSearch: bookingSearch,
  component: function BookService() {
    return <BookingPage search={Route.useSearch()} />
  },
})
