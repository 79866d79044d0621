import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { OverseenOrderOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { OrderStatus } from '@/shared/orders/OrderStatus'
import { Details } from './Details'
import classes from './OrderRow.module.css'

/** One order in a line; its details unfold below it. */
export function OrderRow(props: {
  overseen: OverseenOrderOut
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const { overseen, isOpen } = props
  const { order, customer, driver } = overseen
  const details = useId()
  return (
    <article aria-label={`Order ${order.number}`}>
      <div className={classes.row}>
        <button
          type="button"
          className={classes.number}
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          onClick={() => props.onOpen(!isOpen)}
        >
          #{order.number}
        </button>
        <span className={classes.badge}>
          <OrderStatus order={order} />
        </span>
        <span className={classes.who}>
          <span className={classes.strong}>
            <PersonLink id={order.customer_id}>{customer?.name || 'Erased customer'}</PersonLink>
          </span>
          <span className={classes.note}>
            {driver ? (
              <>
                with <PersonLink id={driver.id}>{driver.name}</PersonLink>
              </>
            ) : (
              'no driver'
            )}
          </span>
        </span>
        <span className={classes.route}>
          <span className={classes.line}>{order.pickup_location.address}</span>
          <span className={classes.line}>{order.delivery_location.address}</span>
        </span>
        <span className={classes.money}>
          <Money cents={order.price_cents} />
          <span className={classes.note}>{dayAndTime(order.created_at, Date.now())}</span>
        </span>
        <IconChevronDown
          className={classes.chevron}
          data-open={isOpen}
          size={20}
          aria-hidden="true"
        />
      </div>
      {isOpen && (
        <div id={details} className={classes.details}>
          <Details orderId={order.id} />
        </div>
      )}
    </article>
  )
}
