import { useQuery } from '@tanstack/react-query'
import { listOrdersAtRiskOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { OrderAtRiskOut } from '@/api/generated/types.gen'
import { Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import classes from './Applications.module.css'

const LAPSED = {
  documents: 'A required document lapsed',
  credentials: 'No carrier credentials on the day',
} as const satisfies Record<OrderAtRiskOut['lapsed'], string>

/** Accepted orders whose driver may not set out; nothing where there are none (OP-80, OP-102). */
export function OrdersAtRisk() {
  const { data } = useQuery(listOrdersAtRiskOptions())
  const orders = data?.items ?? []
  if (orders.length === 0) return null
  return (
    <Part title="Accepted orders at risk">
      <p className={classes.note}>
        Ask for new papers, or give the order to another driver from its page.
      </p>
      <ul className={classes.changed}>
        {orders.map((order) => (
          <li key={order.order_id}>
            <div>
              <OrderLink id={order.order_id} number={order.number} /> ·{' '}
              <PersonLink id={order.user_id}>{order.driver_name}</PersonLink>
              <p className={classes.note}>
                {LAPSED[order.lapsed]}
                {order.scheduled_time && ` · ${dayAndTime(order.scheduled_time, Date.now())}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
