import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconMapPin, IconRoute, IconUserShare } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { OrderHistoryOut, OverseenOrderOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents, Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { dayAndTime, dayAndTimes, duration } from '@/components/time'
import { AccessDetails } from '@/shared/access/AccessDetails'
import { PaymentLink, PersonLink } from '@/shared/admin/AdminLinks'
import { OrderItems } from '@/shared/orders/OrderItems'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import classes from './Details.module.css'
import { AskedDrivers, DriverOf, Reported, Timeline } from './History'
import { paymentWords } from './labels'
import { PaidFor } from './PaidFor'
import { useHistory } from './queries'
import { Reassigning } from './reassigning/Reassigning'
import { Releasing } from './reassigning/Releasing'

/** All that is known of an order, and giving it to somebody else. */
export function Details({ orderId }: { orderId: string }) {
  return (
    <DataPanel
      query={useHistory(orderId)}
      failure="The order could not be loaded"
      skeleton={<Skeleton height={420} radius="md" />}
    >
      {(history) => <Known history={history} />}
    </DataPanel>
  )
}

function Known({ history }: { history: OrderHistoryOut }) {
  const { order, driver } = history.order
  return (
    <div className={classes.details}>
      <Facts overseen={history.order} />
      {history.claims.length > 0 && (
        <section className={classes.part} aria-label="Reported problems">
          <h3>Reported problems</h3>
          <Reported claims={history.claims} />
        </section>
      )}
      <div className={classes.columns}>
        <section className={classes.part} aria-label="Driver">
          <h3>Driver</h3>
          <DriverOf driver={driver} />
          <Actions history={history} />
        </section>
        <section className={`${classes.part} ${classes.money}`} aria-label="Money">
          <h3>Money</h3>
          <PaidFor payments={history.payments} number={order.number} />
        </section>
        <section className={classes.part} aria-label="Timeline">
          <h3>Timeline</h3>
          <Timeline history={history} />
        </section>
        <section className={classes.part} aria-label="Who was asked">
          <h3>Who was asked</h3>
          <AskedDrivers offers={history.offers} isPaid={order.payment_status !== 'unpaid'} />
        </section>
      </div>
    </div>
  )
}

function Actions({ history }: { history: OrderHistoryOut }) {
  const { order, driver } = history.order
  const [doing, setDoing] = useState<'reassign' | 'release' | null>(null)
  const hasEnded = order.status === 'completed' || order.status === 'cancelled'
  const tracking = hasEnded ? 'The Customer’s Page' : 'Live Tracking'
  const first = useRef<HTMLButtonElement>(null)
  // The dialog gives way to a second one, and what opened the last may be gone by its end.
  const close = () => {
    setDoing(null)
    first.current?.focus()
  }
  return (
    <>
      <div className={classes.actions}>
        <ButtonLink
          to="/track/$orderId"
          params={{ orderId: order.id }}
          variant="default"
          leftSection={<IconMapPin size={18} aria-hidden="true" />}
          aria-label={`${tracking} of order ${order.number}`}
        >
          {tracking}
        </ButtonLink>
        {history.immovable === null && (
          <Button
            ref={first}
            leftSection={<IconUserShare size={18} aria-hidden="true" />}
            aria-label={`${driver ? 'Reassign' : 'Assign a Driver'}: order ${order.number}`}
            onClick={() => setDoing('reassign')}
          >
            {driver ? 'Reassign' : 'Assign a Driver'}
          </Button>
        )}
        {history.immovable === null && driver && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
            aria-label={`Release to Pool: order ${order.number}`}
            onClick={() => setDoing('release')}
          >
            Release to Pool
          </Button>
        )}
      </div>
      {history.immovable && <p className={classes.note}>{history.immovable}</p>}
      {doing === 'reassign' && <Reassigning overseen={history.order} onClose={close} />}
      {doing === 'release' && driver && (
        <Releasing order={order} driverName={driver.name} onClose={close} />
      )}
    </>
  )
}

function Facts({ overseen }: { overseen: OverseenOrderOut }) {
  const { order, customer } = overseen
  const now = Date.now()
  return (
    <dl className={classes.facts}>
      <Fact name="Customer">
        {customer ? (
          <>
            <PersonLink id={order.customer_id}>{customer.name || 'No name'}</PersonLink>
            {customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
          </>
        ) : (
          'Erased'
        )}
      </Fact>
      <Fact name="Contact at the door">
        {order.contact_name}
        {order.contact_phone && <span>{order.contact_phone}</span>}
      </Fact>
      <Fact name="When">
        {order.scheduled_time
          ? dayAndTimes(order.scheduled_time, order.scheduled_until, now)
          : 'As soon as possible'}
        <span>Booked {dayAndTime(order.created_at, now)}</span>
        {order.completed_at && <span>Completed {dayAndTime(order.completed_at, now)}</span>}
      </Fact>
      <Fact name="Price">
        <Money cents={order.price_cents} />
        <PaymentLink id={`#${order.number}`}>{paymentWords(overseen)}</PaymentLink>
        {overseen.refund_cents > 0 && <span>{formatCents(overseen.refund_cents)} given back</span>}
      </Fact>
      <Fact name="From">
        {order.pickup_location.address}
        <AccessDetails access={order.pickup_access} />
      </Fact>
      <Fact name="To">
        {order.delivery_location.address}
        <AccessDetails access={order.dropoff_access} />
      </Fact>
      <Fact name="Items">
        <OrderItems order={order} photosOf={order.id} />
        <span>
          {SERVICE_NAMES[order.service_type]}, urgency {order.urgency}
        </span>
      </Fact>
      <Fact name="Trip">
        <span className={classes.trip}>
          <IconRoute size={16} aria-hidden="true" />
          {order.distance.toFixed(1)} mi, {duration(order.estimated_duration * 60)} estimated
        </span>
        {overseen.actual_duration !== null && (
          <span>{duration(overseen.actual_duration * 60)} from pickup to delivery</span>
        )}
      </Fact>
      {order.customer_rating !== null && (
        <Fact name="Rating">
          {order.customer_rating} of 5 stars
          {order.customer_feedback && <span>“{order.customer_feedback}”</span>}
        </Fact>
      )}
      {order.cancellation_reason !== null && (
        <Fact name="Canceled because">{order.cancellation_reason || 'No reason given'}</Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
