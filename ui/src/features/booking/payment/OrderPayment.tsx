import '../mantine'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { getOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import { openPayment } from '@/api/generated/sdk.gen'
import type { OrderOut } from '@/api/generated/types.gen'
import { isWorthRetrying } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { ScreenMessage } from '@/components/ScreenMessage'
import { CardPayment } from '@/shared/card-payment/CardPayment'
import { Column } from '../frame/Column'
import { useBookingNavigation } from '../useBookingNavigation'
import { OpeningFailed } from './OpeningFailed'
import classes from './PaymentStep.module.css'
import { UnpaidOrder } from './UnpaidOrder'

/** Pays an order that was booked and left unpaid, from wherever and on whichever device (OP-24). */
export function OrderPayment({ orderId }: { orderId: string }) {
  const order = useQuery(getOrderOptions({ path: { order_id: orderId } }))
  return (
    <DataPanel
      query={order}
      failure="This order could not be loaded"
      skeleton={
        <Column heading={<h1>Complete your payment</h1>} wide>
          <Skeleton height={420} radius="lg" />
        </Column>
      }
    >
      {(found) => (isPayable(found) ? <Payable order={found} /> : <NothingToPay order={found} />)}
    </DataPanel>
  )
}

function Payable({ order }: { order: OrderOut }) {
  const navigate = useNavigate()
  const { goToOrder } = useBookingNavigation(() => {})
  // Opening the payment again gives the same one, so it is read like a question.
  const opening = useQuery({
    queryKey: ['payment of order', order.id],
    queryFn: async () => {
      const { data } = await openPayment({ path: { order_id: order.id }, throwOnError: true })
      return data
    },
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const bookAnew = () => void navigate({ to: '/book-service', search: { step: 1 } })
  return (
    <Column heading={<h1>Complete your payment</h1>} wide>
      <div className={classes.columns}>
        <div className={classes.summary}>
          <UnpaidOrder order={order} />
        </div>
        <div className={classes.pay}>
          <Notice kind="news" title={`Order #${order.number} is waiting for its payment.`}>
            An order that stays unpaid for 30 minutes is canceled.
          </Notice>
          <OpeningFailed
            error={opening.error}
            busy={opening.isFetching}
            onTryAgain={() => void opening.refetch()}
            onNewPrice={bookAnew}
          />
          {opening.fetchStatus === 'paused' && (
            <Notice kind="news" title="You are offline.">
              Payment opens as soon as the connection is back. Nothing was charged.
            </Notice>
          )}
          <CardPayment
            payment={opening.data}
            offeredCents={order.price_cents}
            onPaid={(paid) => void goToOrder(paid)}
            onNewPrice={bookAnew}
          />
        </div>
      </div>
    </Column>
  )
}

function NothingToPay({ order }: { order: OrderOut }) {
  const cancelled = order.status === 'cancelled'
  return (
    <ScreenMessage
      eyebrow={`Order #${order.number}`}
      title={cancelled ? 'This order was canceled' : 'This order is paid'}
      actions={
        <>
          <ButtonLink to="/track/$orderId" params={{ orderId: order.id }}>
            Track Your Order
          </ButtonLink>
          <ButtonLink to="/book-service" variant="default">
            Book a Service
          </ButtonLink>
        </>
      }
    >
      <p>
        {cancelled
          ? 'There is nothing to pay for it any more.'
          : 'Your booking is confirmed; there is nothing left to pay.'}
      </p>
    </ScreenMessage>
  )
}

function isPayable(order: OrderOut): boolean {
  return order.payment_status === 'unpaid' && order.status === 'pending'
}
