import type { OrderOut } from '@/api/generated/types.gen'
import { StatusBadge } from '@/components/StatusBadge'
import classes from './OrderStatus.module.css'

/** An order's own status (ORD-18) and, in a chip beside it, that it waits for its payment. */
export function OrderStatus(props: {
  order: Pick<OrderOut, 'status' | 'payment_status'>
  /** Says more than the status does. */
  label?: string
}) {
  return (
    <span className={classes.chips}>
      <StatusBadge status={props.order.status} label={props.label} />
      {isUnpaid(props.order) && <StatusBadge status="unpaid" />}
    </span>
  )
}

/** One that was cancelled before it was paid waits for nothing. */
export function isUnpaid(order: Pick<OrderOut, 'status' | 'payment_status'>): boolean {
  return order.payment_status === 'unpaid' && order.status === 'pending'
}
