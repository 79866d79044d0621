import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import { cancelOrder } from '@/api/generated/sdk.gen'
import type { TrackingOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { confirm } from '@/components/confirm'
import { formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import classes from './cancelling.module.css'

/** The server keeps no more than this many characters of a reason. */
const LONGEST_REASON = 500

/** Cancelling with its price told before: on the button's line, and again in the question. */
export function CancelOrder({ tracking }: { tracking: TrackingOut }) {
  const { isPending, cancel } = useCancelling(tracking.order.id)
  const { cancelling } = tracking
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

export function termsOf(feeCents: number): string {
  return feeCents === 0
    ? 'Cancelling is free now.'
    : `Cancelling now costs ${formatCents(feeCents)}.`
}

function useCancelling(orderId: string) {
  const queries = useQueryClient()
  const isAsking = useRef(false)
  const options = trackOrderOptions({ path: { order_id: orderId } })
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ reason, key }: { reason: string; key: string }) =>
      cancelOrder({
        path: { order_id: orderId },
        body: { reason },
        headers: { 'Idempotency-Key': key },
        throwOnError: true,
      }),
  })

  /** Asks at today's price, and asks again if that has risen while somebody was thinking. */
  async function cancel() {
    if (isAsking.current) return
    isAsking.current = true
    try {
      let now = await queries.fetchQuery({ ...options, staleTime: 0 })
      while (now.cancelling?.allowed) {
        const agreed = now.cancelling.fee_cents
        const reason = await ask(now)
        if (reason === null) return
        now = await queries.fetchQuery({ ...options, staleTime: 0 })
        if (!now.cancelling?.allowed || now.cancelling.fee_cents > agreed) continue
        await mutateAsync({ reason, key: crypto.randomUUID() })
        // On a phone the button lies below the story, which is where the outcome is told.
        window.scrollTo({ top: 0 })
        return
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

/** The reason that was given, which may be empty; null to keep the order. */
async function ask({ order, payment, cancelling }: TrackingOut): Promise<string | null> {
  const fee = cancelling?.fee_cents ?? 0
  const paid = payment?.status === 'succeeded' ? payment.amount_cents : 0
  let reason = ''
  const said = await confirm({
    title: `Cancel order #${order.number}?`,
    children: (
      <div className={classes.question}>
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
        <textarea
          id="cancel-reason"
          className={classes.reason}
          rows={3}
          maxLength={LONGEST_REASON}
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
  return said ? reason.trim() : null
}
