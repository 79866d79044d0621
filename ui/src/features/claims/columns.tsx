import type { ClaimColumn, ListedClaimOut } from '@/api/generated/types.gen'
import type { Columns } from '@/components/columns/columns'
import { Money } from '@/components/Money'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { ClaimLink, IdLink, OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import { isUndecided, KINDS, STATES } from '@/shared/claims/labels'
import classes from './AdminClaims.module.css'
import { CLAIM_STANDS } from './search'

const at = (instant: string | null) => instant && dayAndTime(instant, Date.now())
const money = (cents: number) => cents > 0 && <Money cents={cents} />

/** What the list of reports can show, which is what its file can have. */
export const CLAIM_COLUMNS: Columns<ListedClaimOut, ClaimColumn> = {
  list: 'claims',
  lead: 'kind',
  usual: ['state', 'order', 'customer', 'driver', 'due', 'requested'],
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
    state: {
      label: 'State',
      rem: 9,
      cell: ({ claim }) => (
        <StatusBadge status={STATES[claim.state].status} label={CLAIM_STANDS[claim.state]} />
      ),
    },
    reported: { label: 'Reported', rem: 6, cell: ({ claim }) => at(claim.created_at) },
    due: { label: 'Decide by', rem: 6, cell: ({ claim }) => <Due claim={claim} /> },
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

function Due({ claim }: Pick<ListedClaimOut, 'claim'>) {
  const now = Date.now()
  const isLate = isUndecided(claim.state) && Date.parse(claim.decision_due) < now
  return (
    <>
      {dayAndTime(claim.decision_due, now)}
      {isLate && <em className={classes.late}> · overdue</em>}
    </>
  )
}
