import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  answerClaimMutation,
  listClaimsOfOrderQueryKey,
  withdrawClaimMutation,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ShownClaimOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { formatCents } from '@/components/Money'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './ClaimCard.module.css'
import { ClaimPhotos } from './ClaimPhotos'
import { isUndecided, KINDS, STATES } from './labels'
import { StatementForm } from './StatementForm'

/** A report as its customer sees it: its state, what was said, and what they can do now. */
export function ClaimCard({ shown }: { shown: ShownClaimOut }) {
  const { claim, statements, photos } = shown
  const path = { claim_id: claim.id }
  const renew = useRenewed(claim.order_id)
  const answer = useMutation({ ...answerClaimMutation(), onSettled: renew })
  // A later question may be answered in the same words.
  const answerKey = `${claim.id} ${statements.length}`
  return (
    <article className={classes.card} aria-label={`Report: ${KINDS[claim.kind]}`}>
      <header className={classes.head}>
        <h3>{KINDS[claim.kind]}</h3>
        <StatusBadge {...STATES[claim.state]} />
      </header>
      <p className={classes.note}>
        Reported {dayAndTime(claim.created_at, Date.now())}
        {claim.item && ` · ${claim.item}`}
        {claim.requested_cents > 0 && ` · You asked for ${formatCents(claim.requested_cents)}`}
      </p>
      <p className={classes.words}>{claim.account}</p>
      {statements.map((each) => (
        <p key={each.id} className={classes.words} data-party={each.party}>
          <strong>{each.party === 'admin' ? 'We asked' : 'You answered'}</strong> {each.text}
        </p>
      ))}
      <ClaimPhotos photos={photos} />
      <Outcome shown={shown} />
      {claim.state === 'information_requested' && (
        <StatementForm
          orderId={claim.order_id}
          answers={answerKey}
          label="Your answer"
          action="Send answer"
          isPending={answer.isPending}
          error={answer.error ? sentenceOf(answer.error) : null}
          onSend={(body, onSent) =>
            answer.mutate(
              {
                path,
                body,
                headers: { 'Idempotency-Key': idempotencyKeyOf(JSON.stringify([answerKey, body])) },
              },
              { onSuccess: onSent },
            )
          }
        />
      )}
      {isUndecided(claim.state) && <Withdraw claimId={claim.id} onSettled={renew} />}
    </article>
  )
}

function Outcome({ shown: { claim } }: { shown: ShownClaimOut }) {
  if (claim.state === 'withdrawn') return null
  if (isUndecided(claim.state)) {
    return (
      <p className={classes.note}>We decide by {dayAndTime(claim.decision_due, Date.now())}.</p>
    )
  }
  return (
    <p className={classes.words}>
      <strong>
        {claim.refunded_cents > 0
          ? `${formatCents(claim.refunded_cents)} goes back to your card.`
          : 'Nothing is refunded.'}
      </strong>{' '}
      {claim.decision_reason}
    </p>
  )
}

function Withdraw({ claimId, onSettled }: { claimId: string; onSettled: () => unknown }) {
  const [isSure, setSure] = useState(false)
  const { mutate, isPending, error } = useMutation({
    ...withdrawClaimMutation(),
    onSuccess: () => toast.success('Your report is withdrawn.', { id: 'claim' }),
    onSettled,
  })
  const send = () =>
    mutate({ path: { claim_id: claimId }, headers: { 'Idempotency-Key': `withdraw-${claimId}` } })
  if (!isSure) {
    return (
      <Button variant="subtle" color="gray" onClick={() => setSure(true)}>
        Withdraw report
      </Button>
    )
  }
  return (
    <div className={classes.sure}>
      <p>Withdraw this report? We stop looking into it.</p>
      {error && <p role="alert">{sentenceOf(error)}</p>}
      <Button color="red.9" loading={isPending} onClick={send}>
        Withdraw
      </Button>
      <Button variant="default" disabled={isPending} onClick={() => setSure(false)}>
        Keep it
      </Button>
    </div>
  )
}

function useRenewed(orderId: string) {
  const queries = useQueryClient()
  const queryKey = listClaimsOfOrderQueryKey({ path: { order_id: orderId } })
  return () => queries.invalidateQueries({ queryKey })
}
