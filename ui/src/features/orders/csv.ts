import { exportOrders } from '@/api/generated/sdk.gen'
import type { OrderColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { isNarrowed, type OrdersSearch, questionOf } from './search'

const COLUMNS = {
  number: 'Order number',
  id: 'Order id',
  booked: 'Booked',
  status: 'Status',
  payment: 'Payment',
  service: 'Service',
  urgency: 'Urgency',
  items: 'Items',
  customer: 'Customer',
  email: 'Email address',
  driver: 'Driver',
  pickup: 'Pickup',
  dropoff: 'Dropoff',
  scheduled: 'Scheduled',
  completed: 'Completed',
  price: 'Price',
  miles: 'Miles',
  estimated_minutes: 'Estimated minutes',
  actual_minutes: 'Actual minutes',
  rating: 'Rating',
  feedback: 'Feedback',
} satisfies Record<OrderColumn, string>

/** The list as it is narrowed. */
export function ordersCsv(search: OrdersSearch): CsvExport<OrderColumn> {
  return {
    what: 'orders',
    columns: COLUMNS,
    isNarrowed: isNarrowed(search),
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportOrders({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
