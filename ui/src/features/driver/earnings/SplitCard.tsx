import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { SplitKind, SplitOut, SplitPolicy, SplitStatus } from '@/api/generated/types.gen'
import { Badge, type Look } from '@/components/Badge'
import { Breakdown, BreakdownLine } from '@/components/Breakdown'
import { Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import classes from './Earnings.module.css'
import { useRetry } from './queries'

const KIND = {
  fare: 'Fare',
  cancellation_fee: 'Cancellation fee',
  tip: 'Tip',
} satisfies Record<SplitKind, string>

const STATUS = {
  pending: { label: 'Pending', tone: 'calm', icon: IconClock },
  completed: { label: 'Completed', tone: 'good', icon: IconCheck },
  failed: { label: 'Failed', tone: 'bad', icon: IconX },
} satisfies Record<SplitStatus, Look>

/** Who gets what by each policy; a tip is shared by none of them. */
const POLICY = {
  split_50_50: 'Driver and platform each get 50% of the net.',
  order_price_80: 'The driver gets 80% of the price before taxes.',
  per_delivery: 'The driver is paid by delivery, minute and mile.',
} satisfies Record<SplitPolicy, string>

/** One payment's parts: what is the driver's first, the rest of it on demand. */
export function SplitCard({ split }: { split: SplitOut }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const isEstimate = split.earned_at === null
  return (
    <article className={classes.card} aria-labelledby={`${details}-title`}>
      <header className={classes.top}>
        <div>
          <h2 id={`${details}-title`}>
            Order #{split.order_number} · {KIND[split.kind]}
          </h2>
          <p className={classes.quiet}>
            {dayAndTime(split.earned_at ?? split.created_at, Date.now())}
          </p>
        </div>
        <p className={classes.amount}>
          <Money cents={split.driver_amount_cents - split.driver_refunded_cents} />
          {isEstimate && <span>estimated until delivered</span>}
        </p>
      </header>
      <SplitStatusBadge split={split} />
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide Details' : 'View Details'}
        </Button>
        {split.can_retry && <Retry split={split} />}
      </div>
      <div id={details} hidden={!isOpen}>
        <Parts split={split} />
      </div>
    </article>
  )
}

function SplitStatusBadge({ split }: { split: SplitOut }) {
  const { label, tone, icon: Icon } = STATUS[split.split_status]
  return (
    <div className={classes.status}>
      <Badge tone={tone} icon={Icon}>
        {label}
      </Badge>
      {split.frozen_at && <Hold reason="the bank decides a dispute" since={split.frozen_at} />}
      {split.held_at && <Hold reason="we look into a reported problem" since={split.held_at} />}
      {split.failure_reason && <p className={classes.reason}>{split.failure_reason}</p>}
    </div>
  )
}

/** Why the driver's part is not sent, in words. */
function Hold(props: { reason: string; since: string }) {
  return (
    <Badge tone="warn" icon={IconAlertTriangle}>
      Held since {dayAndTime(props.since, Date.now())} while {props.reason}
    </Badge>
  )
}

function Retry({ split }: { split: SplitOut }) {
  const { mutate, isPending } = useRetry(split)
  return (
    <Button
      leftSection={<IconRefresh size={18} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate(crypto.randomUUID())}
    >
      Retry Split
    </Button>
  )
}

function Parts({ split }: { split: SplitOut }) {
  return (
    <>
      <Breakdown>
        <Part label="Customer paid" cents={split.total_amount_cents} />
        <Part label="Taxes" cents={-split.taxes_cents} />
        <Part label="Processing fees" cents={-split.processing_fees_cents} />
        <Part label="Platform" cents={-split.platform_amount_cents} />
        <Part label="Driver" cents={split.driver_amount_cents} isSum />
        {split.driver_refunded_cents > 0 && (
          <Part label="Given back" cents={-split.driver_refunded_cents} />
        )}
      </Breakdown>
      {split.driver_refunded_cents > 0 && (
        <p className={classes.quiet}>
          The customer got money back for this order, and your part of it with it:{' '}
          <Link to="/track/$orderId" params={{ orderId: split.order_id }}>
            Order #{split.order_number}
          </Link>
        </p>
      )}
      {split.kind !== 'tip' && <p className={classes.quiet}>{POLICY[split.policy]}</p>}
      {split.driver_transfer_id && (
        <p className={classes.quiet}>Transfer reference: {split.driver_transfer_id}</p>
      )}
    </>
  )
}

function Part(props: { label: string; cents: number; isSum?: boolean }) {
  return (
    <BreakdownLine label={props.label} isSum={props.isSum}>
      <Money cents={props.cents === 0 ? 0 : props.cents} />
    </BreakdownLine>
  )
}
