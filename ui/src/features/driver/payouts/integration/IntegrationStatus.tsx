import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { PayoutAccountOut, PayoutEligibilityOut } from '@/api/generated/types.gen'
import { useMarketplaceStatus } from '@/api/status'
import { DataPanel } from '@/components/DataPanel'
import { NO_ACCOUNT, usePayoutAccount } from '@/shared/payouts/payoutAccount'
import instant from '../instant/Instant.module.css'
import { useStanding } from '../queries'
import classes from './Integration.module.css'

type Line = { name: string; says: string; isGood: boolean }
type Requirement = PayoutEligibilityOut['requirements'][number]['requirement']

/** What stands between a driver and each kind of payout, one line a part (OUT-02). */
export function IntegrationStatus({ driverId }: { driverId: string }) {
  const standing = useStanding(driverId)
  const account = usePayoutAccount(driverId)
  const status = useMarketplaceStatus()
  const late = standing.data === undefined ? standing : account
  const known = standing.data &&
    account.data !== undefined && { standing: standing.data, account: account.data }
  return (
    <section className={instant.card} aria-labelledby="integration-status">
      <h3 id="integration-status">Integration Status</h3>
      <DataPanel
        query={{ ...late, data: known || undefined }}
        failure="The status could not be loaded"
        skeleton={<Skeleton height={180} radius="md" />}
      >
        {(found) => (
          <dl className={classes.lines}>
            {linesOf(
              found.account,
              found.standing,
              status?.simulated.includes('payouts') ?? false,
            ).map(({ name, says, isGood }) => {
              const Icon = isGood ? IconCheck : IconAlertTriangle
              return (
                <div key={name} data-tone={isGood ? 'good' : 'warn'}>
                  <dt>{name}</dt>
                  <dd>
                    <Icon size={16} stroke={2.2} aria-hidden="true" />
                    {says}
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
      </DataPanel>
    </section>
  )
}

function linesOf(
  account: PayoutAccountOut | null,
  { requirements }: PayoutEligibilityOut,
  isSimulated: boolean,
): Line[] {
  const part = (name: string, good: string, ...of: Requirement[]): Line => {
    const missing = requirements.find(({ requirement }) => of.includes(requirement))
    return { name, says: missing?.reason ?? good, isGood: !missing }
  }
  return [
    {
      name: 'Payment provider',
      says: isSimulated ? 'Simulated, no money moves' : 'Connected',
      isGood: true,
    },
    {
      name: 'Transfers',
      says: account ? CAPABILITIES[account.transfers] : NO_ACCOUNT,
      isGood: account?.transfers === 'active',
    },
    part('Payouts', 'Enabled', 'connected_account', 'payouts_enabled'),
    part('Payout method', 'Verified', 'verified_method', 'method_not_held'),
    part('Instant payouts', 'Enabled', 'instant_enabled', 'instant_method', 'no_hold'),
  ]
}

const CAPABILITIES = {
  active: 'Enabled',
  pending: 'Pending',
  inactive: 'Not enabled',
  unrequested: 'Not requested',
} satisfies Record<PayoutAccountOut['transfers'], string>
