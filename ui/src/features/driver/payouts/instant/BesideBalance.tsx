import { Link } from '@tanstack/react-router'
import type { DriverPayoutOut, PayoutEligibilityOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { isOnItsWay, speedName } from '@/shared/payouts/payoutWords'
import { payoutAnchor } from '../history/payoutAnchor'
import { usePayouts } from '../queries'
import classes from './Instant.module.css'

const PARTS = [
  ['unsent_cents', 'is earned, and not in your balance yet'],
  ['held_cents', 'is held until a reported problem is decided'],
  ['frozen_cents', 'is frozen until a dispute is decided'],
  ['debt_cents', 'was taken off for what a customer got back'],
] as const

/** So many are named, each in a line of its own. */
const MOST_NAMED = 3

/** What a driver may miss in the balance, and where it is. */
export function BesideBalance({ standing }: { standing: PayoutEligibilityOut }) {
  const parts = PARTS.filter(([part]) => standing[part] > 0)
  if (parts.length === 0 && standing.in_transit_cents <= 0) return null
  return (
    <ul className={classes.beside} aria-label="Not in the balance">
      <OnItsWay driverId={standing.driver_id} cents={standing.in_transit_cents} />
      {parts.map(([part, says]) => (
        <li key={part}>
          {formatCents(standing[part])} {says}
        </li>
      ))}
    </ul>
  )
}

/** By payouts, each with the way to it; in one line where they are many, or not known yet. */
function OnItsWay({ driverId, cents }: { driverId: string; cents: number }) {
  const open = usePayouts(driverId, false).data?.filter(isOnItsWay) ?? []
  if (cents <= 0) return null
  const named = open.reduce((sum, payout) => sum + payout.net_cents, 0)
  if (named !== cents || open.length > MOST_NAMED)
    return (
      <li>
        {formatCents(cents)} is on its way to you:{' '}
        <Link to="/driver-dashboard" search={{ tab: 'payouts' }}>
          see your payouts
        </Link>
      </li>
    )
  return open.map((payout) => (
    <li key={payout.id}>
      {formatCents(payout.net_cents)} is on its way to you:{' '}
      <Link to="/driver-dashboard" search={{ tab: 'payouts' }} hash={payoutAnchor(payout)}>
        {nameOf(payout)}
      </Link>
    </li>
  ))
}

/** "instant payout of Fri, Nov 27, 9:55 PM". */
function nameOf(payout: DriverPayoutOut): string {
  return `${speedName(payout).toLowerCase()} of ${dayAndTime(payout.requested_at, Date.now())}`
}
