import type { PayoutEligibilityOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import classes from './Instant.module.css'

const PARTS = [
  ['in_transit_cents', 'is on its way to you already, after fees'],
  ['unsent_cents', 'is earned, and not sent to your account yet'],
  ['held_cents', 'is held until a reported problem is decided'],
  ['frozen_cents', 'is frozen until a dispute is decided'],
  ['debt_cents', 'was taken off for what a customer got back'],
] as const

/** What a driver may miss in the balance, and where it is. */
export function BesideBalance({ standing }: { standing: PayoutEligibilityOut }) {
  const parts = PARTS.filter(([part]) => standing[part] > 0)
  if (parts.length === 0) return null
  return (
    <ul className={classes.beside} aria-label="Not in the balance">
      {parts.map(([part, says]) => (
        <li key={part}>
          {formatCents(standing[part])} {says}
        </li>
      ))}
    </ul>
  )
}
