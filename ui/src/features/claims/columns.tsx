import type { ClaimColumn, ListedClaimOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { Money } from '@/components/Money'
import { StatusBadge } from '@/components/StatusBadge'
import { age, dateOf, dayAndTime } from '@/components/time'
import { ClaimLink, IdLink, OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import { isUndecided, KINDS, STATES } from '@/shared/claims/labels'
import classes from './AdminClaims.module.css'
import { CLAIM_STATE_NAMES } from './search'

const at = (instant: string | null) => instant && dayAndTime(instant, Date.now())
const money = (cents: number) => cents > 0 && <Money cents={cents} />

/** What the list of reports can show, which is what its file can have. */
export const CLAIM_COLUMNS: Columns<ListedClaimOut, ClaimColumn> = {
  list: 'claims',
  lead: 'kind',
  usual: ['item', 'state', 'order', 'customer', 'driver', 'due', 'requested'],
  every: {
    id: { label: 'Report id', rem: 11, cell: ({ claim }) => <code>{claim.id}</code> },
    order: {
      label: 'Order number',
      rem: 6.5,
      cell: ({ claim, order_number }) => <OrderLink id={claim.order_id} number={order_number} />,
    },
    kind: {
      label: 'Problem',
      rem: 10,
      cell: ({ claim }) => <ClaimLink id={claim.id}>{KINDS[claim.kind]}</ClaimLink>,
    },
    item: { label: 'Item', rem: 7, cell: ({ claim }) => claim.item },
    state: {
      label: 'State',
      rem: 9,
      cell: ({ claim }) => (
        <StatusBadge status={STATES[claim.state].status} label={CLAIM_STATE_NAMES[claim.state]} />
      ),
    },
    reported: { label: 'Reported', rem: 6, cell: ({ claim }) => at(claim.created_at) },
    due: { label: 'Decide by', rem: 7, cell: ({ claim }) => <Due claim={claim} /> },
    closed: { label: 'Closed', rem: 6, cell: ({ claim }) => at(claim.closed_at) },
    requested: {
      label: 'Asked back',
      rem: 5.5,
      isFigure: true,
      cell: ({ claim }) => money(claim.requested_cents),
    },
    refunded: {
      label: 'Refunded',
      rem: 5.5,
      isFigure: true,
      cell: ({ claim }) => money(claim.refunded_cents),
    },
    customer: {
      label: 'Customer',
      rem: 6.5,
      cell: ({ customer_id }) => <IdLink id={customer_id} />,
    },
    driver: {
      label: 'Driver',
      rem: 6.5,
      cell: ({ driver_id, driver_name }) => (
        <PersonLink id={driver_id}>{driver_name || 'Erased driver'}</PersonLink>
      ),
    },
  },
}

/** "Today, 3:45 PM, in 2 h": the day always stands there, and how long there is while it is to be decided. */
function Due({ claim }: Pick<ListedClaimOut, 'claim'>) {
  const now = Date.now()
  const at = Date.parse(claim.decision_due)
  const isToday = dateOf(at) === dateOf(now)
  return (
    <>
      {isToday && 'Today, '}
      {dayAndTime(at, now)}
      {isUndecided(claim.state) && <Left milliseconds={at - now} />}
    </>
  )
}

function Left({ milliseconds }: { milliseconds: number }) {
  if (milliseconds < 0) return <em className={classes.late}> · overdue</em>
  return <em className={classes.left}> · in {age(milliseconds)}</em>
}
