import type { OrderColumn, OverseenOrderOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { Money } from '@/components/Money'
import { dayAndTime, dayAndTimes, formatMinutes } from '@/components/time'
import { PaymentLink, PersonLink } from '@/shared/admin/AdminLinks'
import { OrderStatus } from '@/shared/orders/OrderStatus'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { paymentWords } from './labels'

const at = (instant: string | null) => instant && dayAndTime(instant, Date.now())
const minutes = (count: number | null) => count !== null && formatMinutes(count)

/** What the list of orders can show, which is what its file can have (ADM-07). */
export const ORDER_COLUMNS: Columns<OverseenOrderOut, OrderColumn> = {
  list: 'orders',
  lead: 'number',
  usual: ['status', 'customer', 'driver', 'pickup', 'dropoff', 'booked', 'price'],
  every: {
    number: { label: 'Order number', rem: 4.5, cell: ({ order }) => `#${order.number}` },
    id: { label: 'Order id', rem: 11, cell: ({ order }) => <code>{order.id}</code> },
    status: { label: 'Status', rem: 9, cell: ({ order }) => <OrderStatus order={order} /> },
    payment: {
      label: 'Payment',
      rem: 6,
      cell: (overseen) => (
        <PaymentLink id={`#${overseen.order.number}`}>{paymentWords(overseen)}</PaymentLink>
      ),
    },
    service: { label: 'Service', rem: 5, cell: ({ order }) => SERVICE_NAMES[order.service_type] },
    urgency: { label: 'Urgency', rem: 4.5, cell: ({ order }) => statusWords(order.urgency) },
    items: { label: 'Items', rem: 10, cell: ({ order }) => order.items_description },
    customer: {
      label: 'Customer',
      rem: 6.5,
      cell: ({ order, customer }) => (
        <PersonLink id={order.customer_id}>{customer?.name || 'Erased customer'}</PersonLink>
      ),
    },
    email: { label: 'Email address', rem: 10, cell: ({ customer }) => customer?.email },
    driver: {
      label: 'Driver',
      rem: 6.5,
      cell: ({ driver }) =>
        driver ? <PersonLink id={driver.id}>{driver.name}</PersonLink> : 'No driver',
    },
    pickup: { label: 'Pickup', rem: 8.5, cell: ({ order }) => order.pickup_location.address },
    dropoff: { label: 'Dropoff', rem: 8.5, cell: ({ order }) => order.delivery_location.address },
    booked: { label: 'Booked', rem: 6, cell: ({ order }) => at(order.created_at) },
    scheduled: {
      label: 'Scheduled',
      rem: 7,
      cell: ({ order }) =>
        order.scheduled_time
          ? dayAndTimes(order.scheduled_time, order.scheduled_until, Date.now())
          : 'Now',
    },
    completed: { label: 'Completed', rem: 6, cell: ({ order }) => at(order.completed_at) },
    price: {
      label: 'Price',
      rem: 5.5,
      isFigure: true,
      cell: ({ order }) => <Money cents={order.price_cents} />,
    },
    miles: {
      label: 'Miles',
      rem: 4,
      isFigure: true,
      cell: ({ order }) => order.distance.toFixed(1),
    },
    estimated_minutes: {
      label: 'Estimated minutes',
      rem: 5.5,
      isFigure: true,
      cell: ({ order }) => minutes(order.estimated_duration),
    },
    actual_minutes: {
      label: 'Actual minutes',
      rem: 5.5,
      isFigure: true,
      cell: ({ actual_duration }) => minutes(actual_duration),
    },
    rating: {
      label: 'Rating',
      rem: 4,
      isFigure: true,
      cell: ({ order }) => order.customer_rating && `${order.customer_rating} of 5`,
    },
    feedback: { label: 'Feedback', rem: 12, cell: ({ order }) => order.customer_feedback },
  },
}

const statusWords = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
