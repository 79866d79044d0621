import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  getPayoutEligibilityOptions,
  listPayoutMethodsOptions,
  listPayoutsInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type {
  AccountStatus,
  DriverPayoutOut,
  PayoutEligibilityOut,
} from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { dateOf, dayAndTime } from '@/components/time'
import { dueInWords } from '@/shared/payouts/dueWords'
import { methodName } from '@/shared/payouts/methodName'
import { NO_ACCOUNT, usePayoutAccount } from '@/shared/payouts/payoutAccount'
import { useSummary } from '@/shared/payouts/payoutFigures'
import { STATES, speedName } from '@/shared/payouts/payoutWords'
import classes from './People.module.css'

/** As many as a driver sees as recent (OUT-27). */
const SHOWN = 5

const STATUS = {
  active: 'active',
  pending: 'pending',
  restricted: 'restricted',
  rejected: 'rejected by the provider',
} satisfies Record<AccountStatus, string>

/** Where a driver's money is and goes, as far as an administrator has to know to answer them. */
export function PayoutsOf({ driverId }: { driverId: string }) {
  const of = { path: { driver_id: driverId } }
  const standing = useQuery(getPayoutEligibilityOptions(of))
  return (
    <section className={classes.part} aria-label="Payouts">
      <h3>Payouts</h3>
      <AccountLine driverId={driverId} />
      <DataPanel
        query={standing}
        failure="The driver’s balance could not be loaded"
        skeleton={<Skeleton height={72} radius="md" />}
      >
        {(found) => <Balance found={found} />}
      </DataPanel>
      <Methods driverId={driverId} />
      <Last30Days driverId={driverId} />
      <History driverId={driverId} />
    </section>
  )
}

function AccountLine({ driverId }: { driverId: string }) {
  const { data: account } = usePayoutAccount(driverId)
  if (account === undefined) return null
  if (account === null) return <p>{NO_ACCOUNT}</p>
  const due = dueInWords(account.currently_due)
  return (
    <>
      <p>
        Account {STATUS[account.status]}
        {account.payouts_enabled ? '' : ', payouts off'}
      </p>
      {due.length > 0 && (
        <p className={classes.note}>
          Still needed{account.due_by && ` by ${dateOf(account.due_by)}`}: {due.join(', ')}
        </p>
      )}
      <p className={classes.id}>{account.account_id}</p>
    </>
  )
}

function Balance({ found }: { found: PayoutEligibilityOut }) {
  const parts: [string, number][] = [
    ['Available', found.available_cents],
    ['On its way to the bank, after fees', found.in_transit_cents],
    ['Waits for the account', found.unsent_cents],
    ['Held for a reported problem', found.held_cents],
    ['Frozen by a dispute', found.frozen_cents],
    ['Owed to the platform', found.debt_cents],
  ]
  return (
    <>
      <dl className={classes.money}>
        {parts
          .filter(([label, cents]) => label === 'Available' || cents !== 0)
          .map(([label, cents]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatCents(cents)}</dd>
            </div>
          ))}
      </dl>
      {found.hold && <p className={classes.note}>{found.hold.notice}</p>}
    </>
  )
}

function Methods({ driverId }: { driverId: string }) {
  const methods = useQuery(listPayoutMethodsOptions({ path: { driver_id: driverId } }))
  const items = methods.data?.items
  if (items === undefined) return null
  if (items.length === 0) return <p className={classes.note}>No payout methods</p>
  return (
    <ul className={classes.methods}>
      {items.map((method) => (
        <li key={method.id}>
          {methodName(method)}
          {method.is_default && ' · default'}
          {!method.is_verified && ' · being verified'}
        </li>
      ))}
    </ul>
  )
}

function Last30Days({ driverId }: { driverId: string }) {
  const { data } = useSummary(driverId)
  if (data === undefined) return null
  return (
    <p className={classes.note}>
      In 30 days: earned {formatCents(data.total_earnings_cents)}, paid out{' '}
      {formatCents(data.total_payouts_cents)}, pending {formatCents(data.pending_payouts_cents)}{' '}
      before fees
    </p>
  )
}

/** What was paid out to the driver, newest first. */
function History({ driverId }: { driverId: string }) {
  const payouts = useInfiniteQuery({
    ...listPayoutsInfiniteOptions({ path: { driver_id: driverId }, query: { limit: SHOWN } }),
    initialPageParam: { path: { driver_id: driverId }, query: {} },
    getNextPageParam: (last) =>
      last.next ? { path: { driver_id: driverId }, query: { cursor: last.next } } : undefined,
    select: (data): DriverPayoutOut[] => data.pages.flatMap((page) => page.items),
  })
  return (
    <section aria-label="Payout History" className={classes.history}>
      <h4>Payout History</h4>
      <DataPanel
        query={payouts}
        failure="The payouts could not be loaded"
        skeleton={<Skeleton height={72} radius="md" />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={classes.note}>No payouts found</p>}
      >
        {(list) => (
          <>
            <ul className={classes.methods}>
              {list.map((payout) => (
                <li key={payout.id}>
                  {speedName(payout)} · {formatCents(payout.amount_cents)} ·{' '}
                  {STATES[payout.status].label} · {dayAndTime(payout.requested_at, Date.now())}
                  {payout.failure_reason && ` · ${payout.failure_reason}`}
                </li>
              ))}
            </ul>
            <ShowOlder query={payouts} what="payouts" />
          </>
        )}
      </DataPanel>
    </section>
  )
}
