import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import { cancelOrder } from '@/api/generated/sdk.gen'
import type { TrackingOut } from '@/api/generated/types.gen'
import { codeOf, sentenceOf } from '@/api/problem'
import { confirm } from '@/components/confirm'
import { LongText } from '@/components/LongText'
import { formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import classes from './cancelling.module.css'

/** The server keeps no more than this many characters of a reason. */
const LONGEST_REASON = 500

/** The server's refusal of a fee above the one that was agreed to. */
const FEE_RISEN = 'cancellation_fee_risen'

/** Cancelling with its price told before: on the button's line, and again in the question. */
export function CancelOrder({ tracking }: { tracking: TrackingOut }) {
  const { isPending, cancel } = useCancelling(tracking.order.id)
  const { cancelling } = tracking
  useFreshTerms(tracking)
  if (!cancelling) return null
  if (!cancelling.allowed) return <p className={classes.refused}>{cancelling.refused}</p>
  return (
    <div className={classes.row}>
      <p className={classes.terms}>{termsOf(cancelling.fee_cents)}</p>
      <Button variant="subtle" color="red" loading={isPending} onClick={() => void cancel()}>
        Cancel order
      </Button>
    </div>
  )
}

/** No timer runs longer: a browser takes longer ones for none at all. */
const LONGEST_WAIT_MS = 3_600_000
/** The server's clock must have passed the moment when it is asked. */
const A_MOMENT_MS = 500

/** Time alone changes what cancelling costs: the page asks again when the server says that it does. */
function useFreshTerms({ order, cancelling, live }: TrackingOut) {
  const queries = useQueryClient()
  const [waits, setWaits] = useState(0)
  const changesAt = cancelling?.changes_at
  const asOf = useRef(live.as_of)
  asOf.current = live.as_of
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wait that has ended begins the next.
  useEffect(() => {
    if (!changesAt) return
    const left = Date.parse(changesAt) - Date.parse(asOf.current) + A_MOMENT_MS
    const timer = setTimeout(
      () => {
        const { queryKey } = trackOrderOptions({ path: { order_id: order.id } })
        void queries.invalidateQueries({ queryKey }).finally(() => setWaits((count) => count + 1))
      },
      Math.min(Math.max(A_MOMENT_MS, left), LONGEST_WAIT_MS),
    )
    return () => clearTimeout(timer)
  }, [changesAt, order.id, queries, waits])
}

export function termsOf(feeCents: number): string {
  return feeCents === 0 ? 'Canceling is free now.' : `Canceling now costs ${formatCents(feeCents)}.`
}

/** What is changed in a question that comes a second time. */
function risen(agreed: number, fee: number): string {
  const was = agreed === 0 ? 'free' : formatCents(agreed)
  return `The fee has risen from ${was} to ${formatCents(fee)} meanwhile. Nothing is canceled yet.`
}

function useCancelling(orderId: string) {
  const queries = useQueryClient()
  const isAsking = useRef(false)
  const options = trackOrderOptions({ path: { order_id: orderId } })
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ reason, fee, key }: { reason: string; fee: number; key: string }) =>
      cancelOrder({
        path: { order_id: orderId },
        body: { reason, agreed_fee_cents: fee },
        headers: { 'Idempotency-Key': key },
        throwOnError: true,
      }),
  })

  /** Not where the fee has risen on the way to the server. */
  async function isCanceled(reason: string, fee: number) {
    try {
      await mutateAsync({ reason, fee, key: crypto.randomUUID() })
      return true
    } catch (error) {
      if (codeOf(error) !== FEE_RISEN) throw error
      return false
    }
  }

  /** Asks at today's price, and asks again if that has risen while somebody was thinking. */
  async function cancel() {
    if (isAsking.current) return
    isAsking.current = true
    try {
      let now = await queries.fetchQuery({ ...options, staleTime: 0 })
      let answer: Answer = { reason: '', agreed: null }
      while (now.cancelling?.allowed) {
        const fee = now.cancelling.fee_cents
        const reason = await ask(now, answer)
        if (reason === null) return
        answer = { reason, agreed: fee }
        now = await queries.fetchQuery({ ...options, staleTime: 0 })
        if (!now.cancelling?.allowed || now.cancelling.fee_cents > fee) continue
        if (await isCanceled(answer.reason, fee)) {
          // On a phone the button lies below the status, which is where the outcome is told.
          window.scrollTo({ top: 0 })
          return
        }
        now = await queries.fetchQuery({ ...options, staleTime: 0 })
      }
      if (now.cancelling?.refused) toast.error(now.cancelling.refused, { id: 'cancel-order' })
    } catch (error) {
      toast.error(sentenceOf(error), { id: 'cancel-order' })
    } finally {
      isAsking.current = false
      void queries.invalidateQueries({ queryKey: options.queryKey })
    }
  }

  return { isPending, cancel }
}

/** What was said to the question before, and the fee that was agreed to with it; null for none. */
interface Answer {
  reason: string
  agreed: number | null
}

/** The reason that was given, which may be empty; null to keep the order. */
async function ask(
  { order, payment, cancelling }: TrackingOut,
  before: Answer,
): Promise<string | null> {
  const fee = cancelling?.fee_cents ?? 0
  const paid = payment?.status === 'succeeded' ? payment.amount_cents : 0
  let reason = before.reason
  const isConfirmed = await confirm({
    title: `Cancel order #${order.number}?`,
    children: (
      <div className={classes.question}>
        {before.agreed !== null && <p role="status">{risen(before.agreed, fee)}</p>}
        <dl className={classes.money}>
          <div>
            <dt>Cancellation fee</dt>
            <dd>{fee === 0 ? 'None' : formatCents(fee)}</dd>
          </div>
          {paid > 0 && (
            <div>
              <dt>Refund to your card</dt>
              <dd>{formatCents(paid - fee)}</dd>
            </div>
          )}
        </dl>
        <label className={classes.label} htmlFor="cancel-reason">
          Reason (optional)
        </label>
        <LongText
          id="cancel-reason"
          rows={3}
          maxLength={LONGEST_REASON}
          defaultValue={before.reason}
          onChange={(event) => {
            reason = event.currentTarget.value
          }}
        />
      </div>
    ),
    confirm: 'Cancel order',
    cancel: 'Keep order',
    isDangerous: true,
  })
  return isConfirmed ? reason.trim() : null
}
