import type { SplitColumn, SplitOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { NameLink, OrderLink, PaymentLink } from '@/shared/admin/AdminLinks'
import { SPLIT_KINDS, SplitBadge } from '../splits/SplitBadge'

/** What the list of splits can show, which is what its file can have. */
export const SPLIT_COLUMNS: Columns<SplitOut, SplitColumn> = {
  list: 'splits',
  lead: 'order',
  usual: ['status', 'created', 'driver', 'total', 'driver_share', 'platform_share'],
  every: {
    id: { label: 'Split id', rem: 11, cell: ({ id }) => <code>{id}</code> },
    order: {
      label: 'Order number',
      rem: 6.5,
      cell: ({ order_id, order_number }) => <OrderLink id={order_id} number={order_number} />,
    },
    payment: {
      label: 'Payment id',
      rem: 11,
      cell: ({ payment_intent_id }) => (
        <PaymentLink id={payment_intent_id}>
          <code>{payment_intent_id}</code>
        </PaymentLink>
      ),
    },
    kind: { label: 'Kind', rem: 5, cell: ({ kind }) => SPLIT_KINDS[kind] },
    status: { label: 'Status', rem: 7.5, cell: (split) => <SplitBadge split={split} /> },
    created: {
      label: 'Created',
      rem: 6,
      cell: ({ created_at }) => dayAndTime(created_at, Date.now()),
    },
    driver: {
      label: 'Driver',
      rem: 6,
      cell: ({ driver_name }) => (driver_name ? <NameLink name={driver_name} /> : 'No driver yet'),
    },
    total: {
      label: 'Total',
      rem: 5,
      isFigure: true,
      cell: ({ total_amount_cents }) => <Money cents={total_amount_cents} />,
    },
    taxes: {
      label: 'Taxes',
      rem: 5,
      isFigure: true,
      cell: ({ taxes_cents }) => <Money cents={taxes_cents} />,
    },
    fees: {
      label: 'Processing fees',
      rem: 5.5,
      isFigure: true,
      cell: ({ processing_fees_cents }) => <Money cents={processing_fees_cents} />,
    },
    driver_share: {
      label: 'Driver share',
      rem: 5,
      isFigure: true,
      cell: ({ driver_amount_cents }) => <Money cents={driver_amount_cents} />,
    },
    platform_share: {
      label: 'Platform share',
      rem: 5,
      isFigure: true,
      cell: ({ platform_amount_cents }) => <Money cents={platform_amount_cents} />,
    },
  },
}
