import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { BalancePart, NextPayoutOut } from '@/api/generated/types.gen'
import { Breakdown, BreakdownLine } from '@/components/Breakdown'
import { DataPanel } from '@/components/DataPanel'
import { formatCents, Money } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { ShowOlder } from '@/components/ShowOlder'
import { dateOf, dayAndTime } from '@/components/time'
import { ARRIVES } from '@/shared/payouts/arrival'
import { ENTRY_KINDS, ENTRY_STATES } from '@/shared/payouts/entryWords'
import { methodNameWithin } from '@/shared/payouts/methodName'
import { MONEY } from '@/shared/payouts/moneyWords'
import { useBalanceEntries, useNextPayout } from '../queries'
import classes from './NextPayout.module.css'

/** The next weekly payout, and why it is so much: each part opens to its entries (OUT-02, OP-37). */
export function NextPayout({ driverId }: { driverId: string }) {
  const next = useNextPayout(driverId)
  return (
    <section className={classes.card} aria-label="Next Payout">
      <h3>Next Payout</h3>
      <DataPanel
        query={next}
        failure="Your next payout could not be loaded"
        skeleton={<Skeleton height={320} radius="md" />}
      >
        {(found) => <Next next={found} />}
      </DataPanel>
    </section>
  )
}

function Next({ next }: { next: NextPayoutOut }) {
  const waits = next.not_settled_cents ?? 0
  const stopped = next.available_cents - waits - next.amount_cents
  return (
    <>
      <p className={classes.amount}>
        <Money cents={next.amount_cents} />
      </p>
      <p className={classes.quiet}>
        {dayAndTime(next.at, Date.now())}
        {next.method && `, to ${methodNameWithin(next.method)}`}. Free, and arrives{' '}
        {ARRIVES.standard}.
      </p>
      {next.missing.length > 0 && <Missing next={next} />}
      <h4>Why this amount</h4>
      <Breakdown isBoxed>
        <BreakdownLine label={`${MONEY.balance} now`}>
          {formatCents(next.available_cents)}
        </BreakdownLine>
        {waits > 0 && (
          <BreakdownLine label="Has not settled at the payment provider yet">
            {formatCents(-waits)}
          </BreakdownLine>
        )}
        {stopped > 0 && (
          <BreakdownLine label="Waits for what is missing">{formatCents(-stopped)}</BreakdownLine>
        )}
        <BreakdownLine label="Would be paid" isSum>
          {formatCents(next.amount_cents)}
        </BreakdownLine>
      </Breakdown>
      {next.not_settled_cents === null && (
        <p className={classes.quiet}>
          The payment provider does not answer right now, so that nobody knows how much has settled.
        </p>
      )}
      <div className={classes.parts}>
        {PARTS.map(({ part, cents }) => [part, cents(next)] as const)
          .filter(([part, cents]) => part === 'available' || cents !== 0)
          .map(([part, cents]) => (
            <Part key={part} driverId={next.driver_id} part={part} cents={cents} />
          ))}
      </div>
    </>
  )
}

function Missing({ next }: { next: NextPayoutOut }) {
  const needsMethod = next.missing.some(({ requirement }) => requirement === 'verified_method')
  return (
    <Notice kind="problem" title="Nothing can be paid out yet">
      <ul className={classes.reasons}>
        {next.missing.map(({ requirement, reason }) => (
          <li key={requirement}>{reason}</li>
        ))}
      </ul>
      {needsMethod && (
        <ButtonLink
          to="/driver-dashboard"
          search={{ tab: 'instant-payouts', payouts: 'methods' }}
          variant="default"
        >
          Add a Payout Method
        </ButtonLink>
      )}
    </Notice>
  )
}

const PARTS: { part: BalancePart; cents: (next: NextPayoutOut) => number }[] = [
  { part: 'available', cents: (next) => next.available_cents },
  { part: 'in_transit', cents: (next) => next.in_transit_cents },
  { part: 'unsent', cents: (next) => next.unsent_cents },
  { part: 'held', cents: (next) => next.held_cents },
  { part: 'frozen', cents: (next) => next.frozen_cents },
  { part: 'debt', cents: (next) => next.debt_cents - next.overdrawn_cents },
  { part: 'overdrawn', cents: (next) => next.overdrawn_cents },
]

const WORDS = {
  available: {
    label: MONEY.balance,
    why: 'Earned, and waits at the payment provider until it is paid out.',
  },
  in_transit: {
    label: MONEY.onItsWay,
    why: 'All payouts that have not reached you yet, however old, after fees and withholding.',
  },
  unsent: {
    label: MONEY.unsent,
    why: 'Earned, and comes into your balance as soon as your payout account can take it.',
  },
  held: { label: 'Held for a reported problem', why: 'Until the report is decided.' },
  frozen: { label: 'Frozen by a dispute', why: 'Until the customer’s bank has decided.' },
  debt: {
    label: 'Owed to the platform',
    why: 'Was taken off your balance: a customer got money back that you had been paid.',
  },
  overdrawn: {
    label: 'Owed to the platform: balance below zero',
    why: 'A customer got money back that you had been paid. What you earn next makes up for it first.',
  },
} satisfies Record<BalancePart, { label: string; why: string }>

/** A part of the balance, and once it is opened what it comes from. */
function Part(props: { driverId: string; part: BalancePart; cents: number }) {
  const [isOpen, setOpen] = useState(false)
  const { label, why } = WORDS[props.part]
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>{label}</span>
        <span className={classes.cents}>{formatCents(props.cents)}</span>
      </summary>
      <p className={classes.quiet}>{why}</p>
      {isOpen && <Entries driverId={props.driverId} part={props.part} />}
    </details>
  )
}

function Entries(props: { driverId: string; part: BalancePart }) {
  const entries = useBalanceEntries(props.driverId, props.part)
  return (
    <DataPanel
      query={entries}
      failure="The entries could not be loaded"
      skeleton={<Skeleton height={96} radius="md" />}
      isEmpty={(list) => list.length === 0}
      empty={<p className={classes.quiet}>No entries.</p>}
    >
      {(list) => (
        <>
          <ul className={classes.entries}>
            {list.map((entry) => (
              <li key={entry.id}>
                <span>
                  {ENTRY_KINDS[entry.kind]}
                  <span className={classes.quiet}>
                    {' '}
                    · {dateOf(entry.at)}
                    {ENTRY_STATES[entry.state] && ` · ${ENTRY_STATES[entry.state]}`}
                  </span>
                </span>
                <span className={classes.cents} data-voided={entry.state === 'voided'}>
                  {formatCents(entry.amount_cents)}
                </span>
                <code className={classes.id}>{entry.order_id ?? entry.payout_id ?? entry.id}</code>
              </li>
            ))}
          </ul>
          <ShowOlder query={entries} what="entries" />
        </>
      )}
    </DataPanel>
  )
}
