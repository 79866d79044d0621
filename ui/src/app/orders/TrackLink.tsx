import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nextOrderOptions } from '@/shared/orders/nextOrder'

/** 'Track' of somebody signed in: their open order, the list where there are several, or else the latest. */
export default function TrackLink() {
  const { data } = useQuery(nextOrderOptions())
  if (!data?.order || data.open > 1) return <Link {...OWN_ORDERS}>Track</Link>
  return (
    <Link to="/track/$orderId" params={{ orderId: data.order.id }} search={{ token: undefined }}>
      Track
    </Link>
  )
}

/** It is no second name of the dashboard's page. */
const OWN_ORDERS = { to: '/dashboard', activeProps: { 'aria-current': undefined } } as const
