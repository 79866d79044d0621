import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import type { SplitOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { dateOf } from '@/components/time'
import { NameLink, OrderLink } from '@/shared/admin/AdminLinks'
import { useRetry } from './queries'
import { SPLIT_KINDS, SplitBadge } from './SplitBadge'
import classes from './SplitCard.module.css'
import { SplitDetails } from './SplitDetails'

/** One payment's split: both shares at a glance, everything else on demand (SPL-05). */
export function SplitCard({ split, forAdmin }: { split: SplitOut; forAdmin: boolean }) {
  const [opened, { toggle }] = useDisclosure(false)
  const details = useId()
  return (
    <article className={classes.card} aria-labelledby={`${details}-title`}>
      <header className={classes.top}>
        <div>
          <h3 id={`${details}-title`} className={classes.title}>
            {forAdmin ? (
              <OrderLink id={split.order_id} number={split.order_number} />
            ) : (
              <>Order #{split.order_number}</>
            )}
          </h3>
          <p className={classes.note}>
            {SPLIT_KINDS[split.kind]} · {dateOf(split.created_at)} ·{' '}
            {forAdmin && split.driver_name ? (
              <NameLink name={split.driver_name} />
            ) : (
              (split.driver_name ?? 'No driver yet')
            )}
          </p>
        </div>
        <p className={classes.total}>
          <Money cents={split.total_amount_cents} />
        </p>
        <SplitBadge split={split} />
      </header>
      <Shares split={split} />
      <Unsent split={split} />
      <footer className={classes.bottom}>
        <Button
          variant="default"
          aria-expanded={opened}
          aria-controls={details}
          rightSection={opened ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
          onClick={toggle}
        >
          {opened ? 'Hide Details' : 'View Details'}
        </Button>
        <RetryButton split={split} />
      </footer>
      <div id={details} hidden={!opened}>
        {opened && <SplitDetails split={split} />}
      </div>
    </article>
  )
}

/** Why a driver's share did not go, where it failed. */
export function Unsent({ split }: { split: SplitOut }) {
  if (split.split_status !== 'failed') return null
  return (
    <p className={classes.failed}>
      The driver's share could not be sent{split.failure_reason && `: ${split.failure_reason}`}
    </p>
  )
}

export function RetryButton({ split }: { split: SplitOut }) {
  const retry = useRetry()
  if (!split.can_retry) return null
  return (
    <Button
      leftSection={<IconRefresh size={18} aria-hidden="true" />}
      loading={retry.isPending}
      onClick={() => retry.mutate(split)}
    >
      Retry Split
    </Button>
  )
}

/** Both shares as one bar. The labels give the rule where there is one to give (SPL-02). */
export function Shares({ split }: { split: SplitOut }) {
  const { driver_amount_cents: driver, platform_amount_cents: platform } = split
  const both = Math.max(1, driver + Math.max(0, platform))
  const half = split.kind !== 'tip' && split.policy === 'split_50_50' ? ' (50%)' : ''
  const estimate = split.earned_at === null && split.split_status === 'pending'
  return (
    <div className={classes.shares}>
      <dl className={classes.amounts}>
        <div data-share="driver">
          <dt>Driver Share{half}</dt>
          <dd>
            <Money cents={driver} />
          </dd>
        </div>
        <div data-share="platform">
          <dt>Platform Share{half}</dt>
          <dd>
            <Money cents={platform} />
          </dd>
        </div>
      </dl>
      <div className={classes.bar} aria-hidden="true">
        <span style={{ width: `${(100 * driver) / both}%` }} />
      </div>
      {estimate && <p className={classes.note}>Estimated until the order is completed.</p>}
    </div>
  )
}
