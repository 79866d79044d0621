import { Skeleton } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import type { DriverPayoutOut } from '@/api/generated/types.gen'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { formatCents } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { usePayoutActions, usePayouts } from '../queries'
import classes from './History.module.css'
import { PayoutCard } from './PayoutCard'

const RECENT = 5

/** What was paid out, newest first (OUT-27). */
export function HistoryPanel(props: {
  driverId: string
  /** The sentence where there is none. */
  empty: string
  onlyInstant?: boolean
  /** The newest few, and no more (OUT-27). */
  isRecent?: boolean
}) {
  const { driverId, onlyInstant = false } = props
  const title = props.isRecent ? 'Recent Payouts' : 'Payout History'
  const payouts = usePayouts(driverId, onlyInstant)
  const { canceling, retrying } = usePayoutActions(driverId)
  const busy = (id: string) =>
    [canceling, retrying].some((each) => each.isPending && each.variables === id)
  async function cancel(payout: DriverPayoutOut) {
    const yes = await confirm({
      title: 'Cancel this payout?',
      children: `${formatCents(payout.amount_cents)} goes back to your balance, with its fees.`,
      confirm: 'Cancel Payout',
      cancel: 'Keep',
      isDangerous: true,
    })
    if (yes) canceling.mutate(payout.id)
  }
  return (
    <section className={classes.panel} aria-label={title}>
      <h3>{title}</h3>
      <DataPanel
        query={payouts}
        failure="Your payouts could not be loaded"
        skeleton={<Skeleton height={150} radius="lg" />}
        isEmpty={(list) => list.length === 0 && !payouts.hasNextPage}
        empty={<EmptyState icon={<IconCash size={28} />} title={props.empty} />}
      >
        {(list) => (
          <>
            <ul className={classes.list}>
              {list.slice(0, props.isRecent ? RECENT : list.length).map((payout) => (
                <li key={payout.id}>
                  <PayoutCard
                    payout={payout}
                    busy={busy(payout.id)}
                    isTriedAgain={list.some((each) => each.retry_of === payout.id)}
                    onCancel={() => void cancel(payout)}
                    onRetry={() => retrying.mutate(payout.id)}
                  />
                </li>
              ))}
            </ul>
            {!props.isRecent && <ShowOlder query={payouts} what="payouts" />}
          </>
        )}
      </DataPanel>
    </section>
  )
}
