import { useQuery } from '@tanstack/react-query'
import { listClaimsOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimDetailsOut, ClaimOut } from '@/api/generated/types.gen'
import { ClaimLink, PersonLink } from '@/shared/admin/AdminLinks'
import { isUndecided, KINDS, STATE_NAMES } from '@/shared/claims/labels'
import classes from './ClaimFile.module.css'

/** The server gives out no more of them at once. */
const MOST = 100
/** So many stand here; all of them are on the driver's page. */
const SHOWN = 5

/** What else was reported about the driver's jobs, and what came of it. */
export function OtherReports({ details }: { details: ClaimDetailsOut }) {
  const { driver, shown } = details
  const query = { driver_id: driver.id, limit: MOST }
  const { data, isError } = useQuery(listClaimsOptions({ query }))
  if (isError) return <p className={classes.empty}>They could not be loaded.</p>
  if (!data) return null
  const others = data.items.map(({ claim }) => claim).filter(({ id }) => id !== shown.claim.id)
  if (others.length === 0) return <p className={classes.empty}>None.</p>
  const count = `${others.length}${data.next ? ' or more' : ''}`
  return (
    <>
      <p>
        <PersonLink id={driver.id}>
          {count} about {driver.name || 'this driver'}
        </PersonLink>
        {': '}
        {outcomes(others)}
      </p>
      <ul className={classes.log}>
        {others.slice(0, SHOWN).map((claim) => (
          <li key={claim.id}>
            <ClaimLink id={claim.id}>{KINDS[claim.kind]}</ClaimLink>
            <span className={classes.note}>
              {claim.item && `${claim.item} · `}
              {STATE_NAMES[claim.state]}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** "1 to decide, 2 refunded, 1 declined". */
function outcomes(claims: ClaimOut[]): string {
  const count = (matches: (claim: ClaimOut) => boolean) => claims.filter(matches).length
  const counted = [
    [count(({ state }) => isUndecided(state)), 'to decide'],
    [count(({ state }) => state === 'refunded'), 'refunded'],
    [count(({ state }) => state === 'declined'), 'declined'],
    [count(({ state }) => state === 'withdrawn'), 'withdrawn'],
  ] as const
  return counted
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}
