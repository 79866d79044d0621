import type { DifferenceColumn, DifferenceOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { formatCents } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { IdLink, PaymentLink } from '@/shared/admin/AdminLinks'
import { DIFFERENCE_SUBJECTS, differenceDetails, sideWords } from './differenceLabels'

const amount = (cents: number | null) => (cents === null ? 'Nothing' : formatCents(cents))
const status = (word: string | null) => word && sideWords(word)

/** What the list of differences can show, which is what its file can have. */
export const DIFFERENCE_COLUMNS: Columns<DifferenceOut, DifferenceColumn> = {
  list: 'differences',
  lead: 'kind',
  usual: ['occurred', 'payment', 'ours', 'theirs', 'our_status', 'their_status'],
  every: {
    id: { label: 'Difference id', rem: 11, cell: ({ id }) => <code>{id}</code> },
    kind: { label: 'Kind', rem: 10, cell: differenceDetails },
    subject: { label: 'Subject', rem: 6, cell: ({ subject }) => DIFFERENCE_SUBJECTS[subject] },
    occurred: {
      label: 'Money moved',
      rem: 6,
      cell: ({ occurred_at }) => dayAndTime(occurred_at, Date.now()),
    },
    payment: {
      label: 'Payment id',
      rem: 7,
      cell: ({ payment_id }) =>
        payment_id && (
          <PaymentLink id={payment_id}>
            <code>{payment_id}</code>
          </PaymentLink>
        ),
    },
    refund: {
      label: 'Refund id',
      rem: 8,
      cell: ({ refund_id }) => refund_id && <code>{refund_id}</code>,
    },
    order: {
      label: 'Order id',
      rem: 9,
      cell: ({ order_id }) => order_id && <IdLink id={order_id} />,
    },
    their_id: {
      label: 'Provider’s id',
      rem: 9,
      cell: ({ their_id }) => their_id && <code>{their_id}</code>,
    },
    ours: {
      label: 'Our amount',
      rem: 5,
      isFigure: true,
      cell: ({ our_cents }) => amount(our_cents),
    },
    theirs: {
      label: 'Provider’s amount',
      rem: 5.5,
      isFigure: true,
      cell: ({ their_cents }) => amount(their_cents),
    },
    our_status: { label: 'Our status', rem: 5.5, cell: ({ our_status }) => status(our_status) },
    their_status: {
      label: 'Provider’s status',
      rem: 5.5,
      cell: ({ their_status }) => status(their_status),
    },
    their_fee: {
      label: 'Provider’s fee',
      rem: 5,
      isFigure: true,
      cell: ({ their_fee_cents }) => their_fee_cents !== null && formatCents(their_fee_cents),
    },
    their_net: {
      label: 'Provider’s net',
      rem: 5.5,
      isFigure: true,
      cell: ({ their_net_cents }) => their_net_cents !== null && formatCents(their_net_cents),
    },
  },
}
