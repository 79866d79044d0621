import { Link } from '@tanstack/react-router'
import type { ListedPaymentOut, PaymentColumn } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import { cardName } from '@/shared/card/cardName'
import { Amount, Status } from './Payment'

const money = (cents: number) => cents > 0 && <Money cents={cents} />

const DISPUTES = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
} satisfies Record<NonNullable<ListedPaymentOut['dispute']>, string>

/** What the list of payments can show, which is what its file can have. */
export const PAYMENT_COLUMNS: Columns<ListedPaymentOut, PaymentColumn> = {
  list: 'payments',
  lead: 'order',
  usual: ['customer', 'email', 'created', 'card', 'status', 'amount'],
  every: {
    payment: { label: 'Payment id', rem: 11, cell: ({ id }) => <code>{id}</code> },
    provider_reference: {
      label: 'Provider’s id',
      rem: 11,
      cell: ({ provider_reference }) => <code>{provider_reference}</code>,
    },
    created: {
      label: 'Created',
      rem: 6,
      cell: ({ created_at }) => dayAndTime(created_at, Date.now()),
    },
    order: {
      label: 'Order number',
      rem: 6.5,
      cell: ({ order_id, order_number }) => <OrderLink id={order_id} number={order_number} />,
    },
    customer: {
      label: 'Customer',
      rem: 6.5,
      cell: ({ customer_id, customer_name }) => (
        <PersonLink id={customer_id}>{customer_name || 'Erased customer'}</PersonLink>
      ),
    },
    email: {
      label: 'Email address',
      rem: 9,
      cell: ({ customer_email }) =>
        customer_email && (
          <Link to="/admin" search={{ tab: 'payments', search: customer_email }}>
            {customer_email}
          </Link>
        ),
    },
    purpose: {
      label: 'Purpose',
      rem: 5,
      cell: ({ purpose }) => (purpose === 'tip' ? 'Tip' : 'Order'),
    },
    card: {
      label: 'Card',
      rem: 5.5,
      cell: ({ card_brand, card_last4 }) => cardName({ brand: card_brand, last4: card_last4 }),
    },
    status: { label: 'Status', rem: 7.5, cell: (payment) => <Status payment={payment} /> },
    amount: {
      label: 'Amount',
      rem: 5.5,
      isFigure: true,
      cell: (payment) => <Amount payment={payment} />,
    },
    processing_fee: {
      label: 'Processing fee',
      rem: 6,
      isFigure: true,
      cell: ({ processing_fee_cents }) => money(processing_fee_cents),
    },
    refund_requested: {
      label: 'Refund requested',
      rem: 6,
      isFigure: true,
      cell: ({ refund_requested_cents }) => money(refund_requested_cents),
    },
    refunded: {
      label: 'Refunded',
      rem: 6,
      isFigure: true,
      cell: ({ refunded_cents }) => money(refunded_cents),
    },
    dispute: { label: 'Dispute', rem: 5, cell: ({ dispute }) => dispute && DISPUTES[dispute] },
  },
}
