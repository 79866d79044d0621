import { IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BookedOrderOut, OrderOut, TrackedDriverOut } from '@/api/generated/types.gen'
import { formatCents, Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { dayAndTime, dayAndTimes } from '@/components/time'
import { formatRating } from '@/shared/drivers/rating'
import { CallButton } from '@/shared/messaging/CallButton'
import { isUnpaid, OrderStatus } from '@/shared/orders/OrderStatus'
import { Stops } from '@/shared/orders/Stops'
import { failedLabel } from './failedLabel'
import classes from './OrderCard.module.css'

/** One booking: where from and to, who drives, what it costs and when (ORD-15, ORD-16). */
export function OrderCard(props: {
  booked: BookedOrderOut
  /** The one that matters most now. */
  isFirst?: boolean
}) {
  const { order, driver } = props.booked
  const isLive = order.status === 'in_progress'
  return (
    <article
      className={classes.card}
      aria-labelledby={`order-${order.id}`}
      data-first={props.isFirst}
    >
      <header className={classes.top}>
        <div className={classes.name}>
          <h3 id={`order-${order.id}`} className={classes.number}>
            <Link to="/track/$orderId" params={{ orderId: order.id }}>
              Order #{order.number}
            </Link>
          </h3>
          <OrderStatus order={order} label={failedLabel(order)} />
        </div>
        <p className={classes.price}>
          <Money cents={order.price_cents} />
        </p>
      </header>
      <div className={classes.stops}>
        <Stops
          from={{ label: 'From', place: order.pickup_location.address }}
          to={{ label: 'To', place: order.delivery_location.address }}
        />
      </div>
      <footer className={classes.bottom}>
        <div>
          <Driver driver={driver} />
          <p className={classes.when}>{whenOf(order)}</p>
        </div>
        {isLive && (
          <div className={classes.actions}>
            {driver?.can_call && (
              <CallButton orderId={order.id} phone={driver.phone}>
                Call Driver
              </CallButton>
            )}
            <ButtonLink to="/track/$orderId" params={{ orderId: order.id }}>
              Track Live
            </ButtonLink>
          </div>
        )}
        {props.isFirst && !isLive && (
          <div className={classes.actions}>
            <ButtonLink to="/track/$orderId" params={{ orderId: order.id }} variant="default">
              View Order
            </ButtonLink>
          </div>
        )}
        {isUnpaid(order) && (
          <div className={classes.actions}>
            <ButtonLink to="/book-service" search={{ order: order.id }}>
              Pay {formatCents(order.price_cents)}
            </ButtonLink>
          </div>
        )}
      </footer>
    </article>
  )
}

function Driver({ driver }: { driver: TrackedDriverOut | null }) {
  if (!driver) return <p className={classes.driver}>Not assigned</p>
  return (
    <p className={classes.driver}>
      {driver.name}
      {driver.rating !== null && (
        <span className={classes.rating}>
          <IconStarFilled size={14} aria-hidden="true" />
          <span className={classes.hidden}>rated </span>
          {formatRating(driver.rating)}
        </span>
      )}
    </p>
  )
}

function whenOf(order: OrderOut): string {
  const now = Date.now()
  const booked = `Booked ${dayAndTime(order.created_at, now)}`
  if (!order.scheduled_time) return booked
  return `${booked} · Pickup ${dayAndTimes(order.scheduled_time, order.scheduled_until, now)}`
}
