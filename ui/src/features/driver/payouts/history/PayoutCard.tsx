import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconTruckDelivery, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { DriverPayoutOut } from '@/api/generated/types.gen'
import { Badge } from '@/components/Badge'
import { Breakdown, BreakdownLine } from '@/components/Breakdown'
import { formatCents, Money } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { MONEY } from '@/shared/payouts/moneyWords'
import { isOnItsWay, STATES, speedName, TRIGGERS } from '@/shared/payouts/payoutWords'
import { WHAT_FOR } from '../fees'
import classes from './History.module.css'
import { payoutAnchor, useNamedInAddress } from './payoutAnchor'
import { VerifyDialog } from './VerifyDialog'

const ICONS = {
  calm: IconClock,
  live: IconTruckDelivery,
  good: IconCheck,
  bad: IconX,
} as const

/** One payout: what arrives, where it is, and on demand every fee and why there was one. */
export function PayoutCard(props: {
  payout: DriverPayoutOut
  busy: boolean
  /** Another payout stands in its place. */
  isTriedAgain: boolean
  onCancel: () => void
  onRetry: () => void
}) {
  const { payout } = props
  const [isOpen, setOpen] = useState(false)
  const [isVerifying, setVerifying] = useState(false)
  const id = useId()
  const { label, tone } = STATES[payout.status]
  const Icon = ICONS[tone]
  const card = useNamedInAddress(payoutAnchor(payout))
  const isOpenStill = isOnItsWay(payout)
  const now = Date.now()
  return (
    <article
      ref={card}
      id={payoutAnchor(payout)}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby={`${id}-title`}
    >
      <header className={classes.top}>
        <div>
          <h4 id={`${id}-title`}>{speedName(payout)}</h4>
          <p className={classes.quiet}>{dayAndTime(payout.requested_at, now)}</p>
        </div>
        <p className={classes.amount}>
          <Money cents={payout.net_cents} />
        </p>
      </header>
      <p className={classes.status}>
        <Badge tone={tone} icon={Icon}>
          {label}
        </Badge>
        <span className={classes.quiet}>{arrival(payout, now)}</span>
      </p>
      {payout.failure_reason && <p className={classes.reason}>{payout.failure_reason}</p>}
      {didNotArrive(payout) && <p className={classes.quiet}>{goesBack(payout)}</p>}
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={`${id}-details`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide Details' : 'View Details'}
        </Button>
        <Button
          variant="default"
          aria-describedby={isOpenStill ? `${id}-verifies` : undefined}
          onClick={() => setVerifying(true)}
        >
          Verify Payout
        </Button>
        {payout.status === 'failed' && !props.isTriedAgain && (
          <Button loading={props.busy} onClick={props.onRetry}>
            Try Again
          </Button>
        )}
        {payout.status === 'pending' && (
          <Button variant="default" loading={props.busy} onClick={props.onCancel}>
            Cancel Payout
          </Button>
        )}
      </div>
      {isOpenStill && (
        <p id={`${id}-verifies`} className={classes.quiet}>
          Verify Payout only asks the payment provider where it is. You do not have to: the money
          comes either way.
        </p>
      )}
      <div id={`${id}-details`} hidden={!isOpen}>
        <Details payout={payout} />
      </div>
      {isVerifying && <VerifyDialog payout={payout} onClose={() => setVerifying(false)} />}
    </article>
  )
}

function arrival(payout: DriverPayoutOut, now: number): string {
  if (payout.actual_arrival) return `${MONEY.paid} ${dayAndTime(payout.actual_arrival, now)}`
  if (isOnItsWay(payout))
    return `${MONEY.onItsWay}, expected by ${dayAndTime(payout.expected_arrival, now)}`
  return ''
}

function didNotArrive({ status }: DriverPayoutOut): boolean {
  return status === 'failed' || status === 'canceled'
}

/** It may still be on its way back from the payment provider. */
function goesBack({ amount_cents, net_cents, withheld_cents }: DriverPayoutOut): string {
  const taken = [
    amount_cents - net_cents - withheld_cents > 0 && 'its fees',
    withheld_cents > 0 && 'what was withheld',
  ].filter(Boolean)
  const sentence = `${formatCents(amount_cents)} goes back to your balance`
  return taken.length > 0 ? `${sentence}, with ${taken.join(' and ')}.` : `${sentence}.`
}

function Details({ payout }: { payout: DriverPayoutOut }) {
  const service = payout.metadata.service_type
  const parts: [string, number, string?][] = [
    ['Instant fee', -payout.fees.instant_fee_cents, WHAT_FOR.instant],
    ['Processing fee', -payout.fees.provider_fee_cents, WHAT_FOR.provider],
    ['Platform fee', -payout.fees.platform_fee_cents, WHAT_FOR.platform],
    ['Withheld for taxes', -payout.withheld_cents],
  ]
  return (
    <>
      <Breakdown>
        <BreakdownLine label="Amount">{formatCents(payout.amount_cents)}</BreakdownLine>
        {parts
          .filter(([, cents]) => cents !== 0)
          .map(([label, cents, why]) => (
            <BreakdownLine key={label} label={label} hint={why}>
              {formatCents(cents)}
            </BreakdownLine>
          ))}
        <BreakdownLine label="Net amount" isSum>
          {formatCents(payout.net_cents)}
        </BreakdownLine>
      </Breakdown>
      <p className={classes.quiet}>{TRIGGERS[payout.trigger]}.</p>
      {payout.fees_returned && <p className={classes.quiet}>{returned(payout)}</p>}
      {payout.order_id && (
        <p className={classes.quiet}>
          For{' '}
          <Link to="/track/$orderId" params={{ orderId: payout.order_id }}>
            one order
          </Link>
          {service && `, ${SERVICE_NAMES[service]}`}
        </p>
      )}
      <p className={classes.id}>Payout reference: {payout.id}</p>
    </>
  )
}

function returned(payout: DriverPayoutOut): string {
  const sentence = 'It went as a standard payout, so its fees were given back to you'
  const withheld = payout.withheld_returned_cents
  return withheld ? `${sentence}, with ${formatCents(withheld)} that was withheld.` : `${sentence}.`
}
