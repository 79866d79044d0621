import { Money } from '@/components/Money'
import { dayAndTimes, duration } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { OrderItems } from '@/shared/orders/OrderItems'
import classes from './OrderDetails.module.css'
import type { ShownTracking } from './shownTracking'

const SIZE = { small: 'Small Items', large: 'Large Items' } satisfies Record<
  ShownTracking['order']['item_class'],
  string
>

/** From where to where, what, and for how much. */
export function OrderDetails(props: {
  tracking: ShownTracking
  now: number
  /** Leaves out what only the customer is told. */
  withheld?: boolean
}) {
  const { now, withheld } = props
  const { order, payment } = props.tracking
  return (
    <section aria-labelledby="order-details">
      <h2 id="order-details" className={classes.heading}>
        Order details
      </h2>
      <dl className={classes.ends}>
        <div className={classes.end} data-end="from">
          <dt>From</dt>
          <dd>
            {order.pickup_location.address}
            <AccessDetails access={order.pickup_access} />
          </dd>
        </div>
        <div className={classes.end} data-end="to">
          <dt>To</dt>
          <dd>
            {order.delivery_location.address}
            <AccessDetails access={order.dropoff_access} />
          </dd>
        </div>
      </dl>
      <dl className={classes.facts}>
        <Fact term="Item size">{SIZE[order.item_class]}</Fact>
        {!withheld && (
          <Fact term="Items">
            <OrderItems order={order} photosOf={order.id} />
          </Fact>
        )}
        {order.scheduled_time && (
          <Fact term="Scheduled for">
            {dayAndTimes(order.scheduled_time, order.scheduled_until, now)}
          </Fact>
        )}
        <Fact term="Distance">{order.distance.toFixed(1)} mi</Fact>
        <Fact term="The trip">{duration(order.estimated_duration * 60)}</Fact>
        {order.contact_name && <Fact term="Contact">{order.contact_name}</Fact>}
        {!withheld && (
          <Fact term={order.payment_status === 'unpaid' ? 'Price' : 'Paid'}>
            <strong>
              <Money cents={order.price_cents} />
            </strong>
            {payment?.card_last4 && ` · ${brand(payment.card_brand)} ending ${payment.card_last4}`}
          </Fact>
        )}
      </dl>
    </section>
  )
}

export function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function brand(name: string | null): string {
  return name ? name[0]?.toUpperCase() + name.slice(1) : 'Card'
}
