import type { OrderOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { OrderItems } from '@/shared/orders/OrderItems'
import { formatMoment } from '../locations/schedule'
import { SERVICE_NAME } from '../service/services'
import classes from './OrderSummary.module.css'

/** What the order is, as it was booked: it cannot be changed here. */
export function UnpaidOrder({ order }: { order: OrderOut }) {
  return (
    <section className={classes.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={classes.title}>
        Order summary
      </h2>
      <dl className={classes.lines}>
        <Line name="Order">#{order.number}</Line>
        <Line name="Pickup time">
          {order.scheduled_time ? formatMoment(order.scheduled_time, order.scheduled_until) : 'Now'}
        </Line>
        <Line name="From">
          {order.pickup_location.address}
          <AccessDetails access={order.pickup_access} />
        </Line>
        <Line name="To">
          {order.delivery_location.address}
          <AccessDetails access={order.dropoff_access} />
        </Line>
        <Line name="Service">{SERVICE_NAME[order.item_class]}</Line>
        <Line name="Items">
          <OrderItems order={order} />
        </Line>
        <Line name="Total">
          <strong>
            <Money cents={order.price_cents} />
          </strong>
        </Line>
      </dl>
    </section>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
