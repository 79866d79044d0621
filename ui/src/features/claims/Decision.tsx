import '@mantine/core/styles/Input.layer.css'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  askClaimDriverMutation,
  decideClaimMutation,
  getClaimRefundPartsOptions,
  requestClaimInformationMutation,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimDetailsOut, ClaimPersonOut, ShownClaimOut } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { codeOf, sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { centsOf, formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { Fact, Facts, Part } from '@/components/Part'
import { dateAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import { PaymentLink, PersonLink, SplitLink } from '@/shared/admin/AdminLinks'
import { RefundParts, refundPartsLine } from '@/shared/admin/RefundParts'
import { holdsShare, isUndecided } from '@/shared/claims/labels'
import classes from './ClaimFile.module.css'
import { Statement } from './Statement'

/** The server takes no longer question. */
const LONGEST_QUESTION = 2000
/** An amount is asked about once nobody types. */
const TYPING_MS = 300

const WHO_PAYS = {
  both: 'Driver and platform, by their shares',
  platform: 'The platform alone (goodwill)',
}

/** What can be decided, or what was. */
export function Decision({ details }: { details: ClaimDetailsOut }) {
  const { claim } = details.shown
  if (isUndecided(claim.state)) return <Deciding details={details} />
  const refund = details.payment?.refunds.find(({ id }) => id === details.refund_id)
  return (
    <Part title="Decision">
      <Facts>
        <Fact term={claim.state === 'withdrawn' ? 'By the customer' : 'Decided'}>
          {claim.refunded_cents > 0 ? `${formatCents(claim.refunded_cents)} refunded` : 'No refund'}
        </Fact>
        {claim.closed_at && <Fact term="When">{dateAndTime(claim.closed_at)}</Fact>}
        {claim.state !== 'withdrawn' && (
          <Fact term="By">
            <Decider by={details.closed_by} />
          </Fact>
        )}
        {claim.decision_reason && <Fact term="Reason">{claim.decision_reason}</Fact>}
        {refund && (
          <Fact term="Paid by">{WHO_PAYS[refund.kind === 'goodwill' ? 'platform' : 'both']}</Fact>
        )}
      </Facts>
      {refund && (
        <>
          <RefundParts parts={refund.parts} />
          <p className={classes.ways}>
            <PaymentLink id={refund.payment_id}>The payment</PaymentLink>
            <SplitLink number={details.order_number}>Its split</SplitLink>
          </p>
        </>
      )}
      {claim.state !== 'withdrawn' && (
        <p className={classes.note}>
          Both sides were sent an e-mail. The reason is on the customer’s page of the order.
        </p>
      )}
    </Part>
  )
}

/** Whoever has no account decided at the server, or is erased. */
function Decider({ by }: { by: ClaimPersonOut | null }) {
  return by ? <PersonLink id={by.id}>{by.name || 'No name'}</PersonLink> : 'An operator'
}

type Asked = 'customer' | 'driver'
type Chosen = { kind: 'refund'; cents: number; goodwill: boolean } | { kind: 'decline' }

function Deciding({ details }: { details: ClaimDetailsOut }) {
  const { claim } = details.shown
  const most = details.payment?.refundable_cents ?? 0
  // Who asks for nothing back is refunded nothing by one press too many.
  const suggested = Math.min(claim.requested_cents, most)
  const [amount, setAmount] = useState(suggested > 0 ? (suggested / 100).toFixed(2) : '')
  const [goodwill, setGoodwill] = useState(false)
  const [isTried, setTried] = useState(false)
  const [chosen, choose] = useState<Chosen | { kind: 'ask'; of: Asked } | null>(null)
  const id = useId()
  const cents = centsOf(amount)
  const isPossible = cents !== null && cents > 0 && cents <= most
  function refund(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isPossible) choose({ kind: 'refund', cents, goodwill })
  }
  return (
    <Part title="Decision">
      <Sums details={details} />
      {most > 0 ? (
        <form className={classes.form} onSubmit={refund} noValidate>
          <TextInput
            id={id}
            size="md"
            label="Refund in dollars"
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <fieldset className={classes.who}>
            <legend>Who pays it?</legend>
            <label>
              <input type="radio" checked={!goodwill} onChange={() => setGoodwill(false)} />
              <span>
                {WHO_PAYS.both}
                {isPossible && !goodwill && <Shares details={details} cents={cents} />}
              </span>
            </label>
            <label>
              <input type="radio" checked={goodwill} onChange={() => setGoodwill(true)} />
              <span>
                {WHO_PAYS.platform}
                {isPossible && goodwill && <Shares details={details} cents={cents} goodwill />}
              </span>
            </label>
          </fieldset>
          {isTried && !isPossible && (
            <p className={classes.error} role="alert">
              Enter an amount from $0.01 to {formatCents(most)}.
            </p>
          )}
          <div className={classes.actions}>
            <Button type="submit">Refund</Button>
          </div>
        </form>
      ) : (
        <p className={classes.empty}>Nothing is left to refund.</p>
      )}
      <div className={classes.actions}>
        {claim.state !== 'information_requested' && (
          <Button variant="default" onClick={() => choose({ kind: 'ask', of: 'customer' })}>
            Ask the customer
          </Button>
        )}
        <Button variant="default" onClick={() => choose({ kind: 'ask', of: 'driver' })}>
          Ask the driver
        </Button>
        <Button variant="subtle" color="red" onClick={() => choose({ kind: 'decline' })}>
          Decline
        </Button>
      </div>
      {chosen?.kind === 'ask' && (
        <Asking details={details} of={chosen.of} onClose={() => choose(null)} />
      )}
      {chosen && chosen.kind !== 'ask' && (
        <Confirming details={details} decision={chosen} onClose={() => choose(null)} />
      )}
    </Part>
  )
}

/** What there is to decide about, above the amount. */
function Sums({ details }: { details: ClaimDetailsOut }) {
  const { payment, shown } = details
  const { requested_cents } = shown.claim
  return (
    <Facts>
      <Fact term="The customer asks for">
        {requested_cents > 0 ? `${formatCents(requested_cents)} back` : 'Nothing back'}
      </Fact>
      <Fact term="Paid">{payment ? formatCents(payment.amount_cents) : 'Nothing by card'}</Fact>
      {payment && (
        <>
          <Fact term="Returned already">{formatCents(payment.refund_requested_cents)}</Fact>
          <Fact term="Left to refund">{formatCents(payment.refundable_cents)}</Fact>
        </>
      )}
    </Facts>
  )
}

/** How much of the amount is whose, once nobody types. */
function Shares(props: { details: ClaimDetailsOut; cents: number; goodwill?: boolean }) {
  const { details, cents, goodwill = false } = props
  const [asked] = useDebouncedValue(cents, TYPING_MS)
  const parts = useParts(details, asked, goodwill)
  if (!parts.data || asked !== cents) return null
  return <>: {refundPartsLine(parts.data)}</>
}

/** The parts are the server's: what is the driver's depends on taxes, fees and earlier refunds. */
function useParts(details: ClaimDetailsOut, cents: number, goodwill: boolean) {
  const path = { claim_id: details.shown.claim.id }
  return useQuery(getClaimRefundPartsOptions({ path, query: { refund_cents: cents, goodwill } }))
}

const ASKED = {
  customer: 'The customer gets an e-mail and answers on the order’s page. Nothing is decided yet.',
  driver:
    'The driver gets an e-mail and answers on their dashboard. The customer does not learn of it, and nothing is decided yet.',
} as const satisfies Record<Asked, string>

function Asking(props: { details: ClaimDetailsOut; of: Asked; onClose: () => void }) {
  const { details, of, onClose } = props
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...(of === 'driver' ? askClaimDriverMutation() : requestClaimInformationMutation()),
    onSuccess: () => {
      toast.success(`The ${of} has your question.`, { id: 'claim' })
      onClose()
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  return (
    <DecisionDialog
      title={`Ask the ${of}`}
      label="Question"
      confirm="Send question"
      longest={LONGEST_QUESTION}
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(question) =>
        mutate({
          path: { claim_id: details.shown.claim.id },
          body: { question },
          headers: { 'Idempotency-Key': newIdempotencyKey() },
        })
      }
      onClose={onClose}
    >
      <p>{ASKED[of]}</p>
    </DecisionDialog>
  )
}

function Confirming(props: { details: ClaimDetailsOut; decision: Chosen; onClose: () => void }) {
  const { details, decision, onClose } = props
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...decideClaimMutation(),
    onSuccess: () => {
      toast.success('Decided. Both sides get an e-mail.', { id: 'claim' })
      onClose()
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  const [read] = useState(details.shown)
  const hasNews = details.shown.claim.version !== read.claim.version
  const isOldRefusal = hasNews && codeOf(error) === 'claim_changed'
  const isRefund = decision.kind === 'refund'
  const cents = isRefund ? decision.cents : 0
  const goodwill = isRefund && decision.goodwill
  const who = details.customer.name || 'The customer'
  return (
    <DecisionDialog
      title={isRefund ? `Refund ${formatCents(cents)}?` : 'Decline this report?'}
      label="Reason (the customer reads it on the order’s page)"
      confirm={isRefund ? `Refund ${formatCents(cents)}` : 'Decline'}
      isDangerous={!isRefund}
      isPending={isPending}
      error={error && !isOldRefusal ? sentenceOf(error) : null}
      onSend={(reason) =>
        mutate({
          path: { claim_id: details.shown.claim.id },
          body: {
            reason,
            version: details.shown.claim.version,
            refund_cents: cents,
            goodwill,
          },
          headers: { 'Idempotency-Key': newIdempotencyKey() },
        })
      }
      onClose={onClose}
    >
      <p>
        {isRefund
          ? `${who} gets ${formatCents(cents)} back for order #${details.order_number}, ${
              goodwill ? 'paid by the platform alone' : 'paid by driver and platform'
            }.`
          : `${who} gets nothing back for order #${details.order_number}${
              holdsShare(details.shown.claim)
                ? ', and this report no longer holds the driver’s share'
                : ''
            }.`}{' '}
        A decision is not taken back.
      </p>
      <p>
        Both sides get an e-mail. The driver reads{' '}
        {isRefund
          ? 'how much went back and, on the earnings page, of whose share'
          : 'that nothing did'}
        , but not your reason.
      </p>
      {isRefund && <WhoPays details={details} cents={cents} goodwill={goodwill} />}
      {hasNews && <News read={read} now={details.shown} />}
    </DecisionDialog>
  )
}

function WhoPays(props: { details: ClaimDetailsOut; cents: number; goodwill: boolean }) {
  const parts = useParts(props.details, props.cents, props.goodwill)
  if (parts.isError) return <p>Who pays how much could not be found out.</p>
  if (!parts.data) return <Skeleton height={24} />
  return <RefundParts parts={parts.data} />
}

/** What came while the dialog was open: it is read before anything is decided. */
function News({ read, now }: { read: ShownClaimOut; now: ShownClaimOut }) {
  const known = new Set(read.statements.map(({ id }) => id))
  return (
    <Notice kind="news" title="This report has changed since you opened it">
      {now.statements
        .filter(({ id }) => !known.has(id))
        .map((each) => (
          <Statement key={each.id} party={each.party} at={each.created_at}>
            {each.text}
          </Statement>
        ))}
    </Notice>
  )
}
