import type { CheckedPayoutsOut, Fault, PayoutDifferenceOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { IdLink } from '@/shared/admin/AdminLinks'
import classes from './Payouts.module.css'

const FAULTS = {
  not_there: 'The provider knows of no such payout',
  amount: 'The provider pays another amount',
  status: 'The provider is in a state that ours does not lead to',
  not_ours: 'Paid out of the account without us',
  balance: 'The account holds another sum than our books say',
} satisfies Record<Fault, string>

/** Where the last check found our books to differ from the provider's, with the rows at fault. */
export function PayoutDifferences({ checked }: { checked: CheckedPayoutsOut | undefined }) {
  if (!checked) return null
  const { differences, complete } = checked
  return (
    <>
      {!complete && (
        <Notice kind="news" title="Not every account was compared">
          <p>
            There was no time for all of them. Each night, and haulage payouts check, compare all.
          </p>
        </Notice>
      )}
      {differences.length > 0 && (
        <Notice
          kind="problem"
          title={`Our books differ from the provider’s in ${differences.length === 1 ? '1 place' : `${differences.length} places`}`}
        >
          <ul className={classes.differences}>
            {differences.map((each) => (
              <li key={`${each.fault} ${each.provider_id}`}>
                <Difference difference={each} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function Difference({ difference }: { difference: PayoutDifferenceOut }) {
  const { fault, driver_id, payout_id, provider_id, our_cents, their_cents } = difference
  return (
    <>
      {FAULTS[fault]}: <IdLink id={driver_id} />
      {payout_id && (
        <>
          {' · '}
          <code>{payout_id}</code>
        </>
      )}
      {' · '}
      <code>{provider_id}</code>
      {our_cents !== null && ` · ours ${formatCents(our_cents)}`}
      {their_cents !== null && ` · theirs ${formatCents(their_cents)}`}
    </>
  )
}
