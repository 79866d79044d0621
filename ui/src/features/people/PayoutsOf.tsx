import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  getPayoutEligibilityOptions,
  listPayoutMethodsOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { AccountStatus, PayoutEligibilityOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { dateOf } from '@/components/time'
import { dueInWords } from '@/shared/payouts/dueWords'
import { methodName } from '@/shared/payouts/methodName'
import { NO_ACCOUNT, usePayoutAccount } from '@/shared/payouts/payoutAccount'
import classes from './People.module.css'

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
    ['On its way to the bank', found.in_transit_cents],
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
