import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  listAllOrdersInfiniteOptions,
  listAllPaymentsInfiniteOptions,
  listClaimsInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ListedClaimOut, ListedPaymentOut, OverseenOrderOut } from '@/api/generated/types.gen'
import { formatCents, Money } from '@/components/Money'
import { PagedList } from '@/components/PagedList'
import { refundLabel, StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { ClaimLink, OrderLink, PaymentLink, PersonLink } from '@/shared/admin/AdminLinks'
import { KINDS, STATE_NAMES, STATES } from '@/shared/claims/labels'
import { OrderStatus } from '@/shared/orders/OrderStatus'
import classes from './People.module.css'

const FIRST = 5

/** What somebody booked. */
export function OrdersOf({ userId }: { userId: string }) {
  const orders = useOrders({ customer_id: userId })
  return (
    <PagedList
      title="Orders"
      query={orders}
      failure="The orders could not be loaded"
      what="orders"
      skeletonHeight={160}
      keyOf={({ order }) => order.id}
      empty={<p className={classes.note}>No orders yet.</p>}
    >
      {(overseen) => <Order overseen={overseen} with="driver" />}
    </PagedList>
  )
}

/** What somebody drove, or is to drive. */
export function JobsOf({ driverId }: { driverId: string }) {
  const orders = useOrders({ driver_id: driverId })
  return (
    <PagedList
      title="Jobs"
      query={orders}
      failure="The jobs could not be loaded"
      what="jobs"
      skeletonHeight={160}
      keyOf={({ order }) => order.id}
      empty={<p className={classes.note}>No jobs yet.</p>}
    >
      {(overseen) => <Order overseen={overseen} with="customer" />}
    </PagedList>
  )
}

/** What somebody paid, and what came of it. */
export function PaymentsOf({ userId }: { userId: string }) {
  const payments = usePayments(userId)
  return (
    <PagedList
      title="Payments"
      query={payments}
      failure="The payments could not be loaded"
      what="payments"
      skeletonHeight={160}
      keyOf={(payment) => payment.id}
      empty={<p className={classes.note}>No payments yet.</p>}
    >
      {(payment) => (
        <Line
          title={
            <PaymentLink id={payment.id}>
              {formatCents(payment.amount_cents)}
              {payment.purpose === 'tip' && ' tip'}
            </PaymentLink>
          }
          badge={<Paid payment={payment} />}
          note={
            <>
              <OrderLink id={payment.order_id} number={payment.order_number} /> ·{' '}
              {dayAndTime(payment.created_at, Date.now())}
            </>
          }
          end={
            payment.refund_requested_cents > 0 &&
            `${formatCents(payment.refund_requested_cents)} given back`
          }
        />
      )}
    </PagedList>
  )
}

/** Problems that somebody reported. */
export function ReportsOf({ userId }: { userId: string }) {
  return <Reports title="Reported problems" of={{ customer_id: userId }} />
}

/** Problems that customers reported about somebody's deliveries. */
export function ReportsAbout({ driverId }: { driverId: string }) {
  return <Reports title="Problems reported about their jobs" of={{ driver_id: driverId }} />
}

function Reports(props: { title: string; of: { customer_id?: string; driver_id?: string } }) {
  const claims = useClaims(props.of)
  return (
    <PagedList
      title={props.title}
      query={claims}
      failure="The reports could not be loaded"
      what="reports"
      skeletonHeight={160}
      keyOf={({ claim }) => claim.id}
      empty={<p className={classes.note}>Nothing was reported.</p>}
    >
      {({ claim, order_number }) => (
        <Line
          title={<ClaimLink id={claim.id}>{KINDS[claim.kind]}</ClaimLink>}
          badge={
            <StatusBadge status={STATES[claim.state].status} label={STATE_NAMES[claim.state]} />
          }
          note={
            <>
              <OrderLink id={claim.order_id} number={order_number} /> ·{' '}
              {dayAndTime(claim.created_at, Date.now())}
            </>
          }
          end={claim.refunded_cents > 0 && `${formatCents(claim.refunded_cents)} refunded`}
        />
      )}
    </PagedList>
  )
}

function Order(props: { overseen: OverseenOrderOut; with: 'driver' | 'customer' }) {
  const { order, customer, driver } = props.overseen
  return (
    <Line
      title={<OrderLink id={order.id} number={order.number} />}
      badge={<OrderStatus order={order} />}
      note={
        <>
          {order.pickup_location.address} to {order.delivery_location.address}
          <br />
          {dayAndTime(order.created_at, Date.now())}
          {props.with === 'driver' && driver && (
            <>
              {' · with '}
              <PersonLink id={driver.id}>{driver.name}</PersonLink>
            </>
          )}
          {props.with === 'customer' && customer && (
            <>
              {' · for '}
              <PersonLink id={order.customer_id}>{customer.name}</PersonLink>
            </>
          )}
        </>
      }
      end={<Money cents={order.price_cents} />}
    />
  )
}

function Line(props: { title: ReactNode; badge: ReactNode; note: ReactNode; end: ReactNode }) {
  return (
    <div className={classes.line}>
      <p className={classes.strong}>{props.title}</p>
      {props.badge}
      <p className={classes.note}>{props.note}</p>
      <p className={classes.end}>{props.end}</p>
    </div>
  )
}

function Paid({ payment }: { payment: ListedPaymentOut }) {
  if (payment.dispute === 'open') return <StatusBadge status="disputed" label="Dispute open" />
  if (payment.dispute === 'lost') return <StatusBadge status="disputed" label="Dispute lost" />
  if (payment.status !== 'succeeded') return <StatusBadge status="unpaid" label="Not paid" />
  const back = payment.refund_requested_cents
  if (back > 0)
    return <StatusBadge status="refunded" label={refundLabel(back, payment.amount_cents)} />
  return <StatusBadge status="completed" />
}

function useOrders(of: { customer_id?: string; driver_id?: string }) {
  return useInfiniteQuery({
    ...listAllOrdersInfiniteOptions({ query: { ...of, limit: FIRST } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): OverseenOrderOut[] => data.pages.flatMap((page) => page.items),
  })
}

function usePayments(userId: string) {
  return useInfiniteQuery({
    ...listAllPaymentsInfiniteOptions({ query: { customer_id: userId, limit: FIRST } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedPaymentOut[] => data.pages.flatMap((page) => page.items),
  })
}

function useClaims(of: { customer_id?: string; driver_id?: string }) {
  return useInfiniteQuery({
    ...listClaimsInfiniteOptions({ query: { ...of, limit: FIRST } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedClaimOut[] => data.pages.flatMap((page) => page.items),
  })
}
