import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import type { ListedPaymentOut, RefundStatus } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { centsOf, formatCents, Money } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { dateOf } from '@/components/time'
import { toast } from '@/components/toast'
import { ClaimLink } from '@/shared/admin/AdminLinks'
import { RefundParts } from '@/shared/admin/RefundParts'
import { cardName } from '@/shared/card/cardName'
import classes from './AllPayments.module.css'
import { useRefund, useRefundParts, useRefunds } from './queries'

/** An amount is asked about once nobody types. */
const TYPING_MS = 300

const KINDS = [
  { value: 'service', label: 'Refund: driver and platform each pay' },
  { value: 'goodwill', label: 'Goodwill: the platform alone pays' },
]

/** What is said of an earlier refund behind its date. */
const FATES = {
  sent: '',
  pending: ', on its way',
  failed: ', not sent yet',
  settled: ', settled by a dispute',
  withdrawn: ', withdrawn',
} satisfies Record<RefundStatus, string>

/** How much goes back, who pays for it, and why (OP-33). */
export function RefundDialog({
  payment,
  onClose,
}: {
  payment: ListedPaymentOut
  onClose: () => void
}) {
  const most = payment.refundable_cents
  const [amount, setAmount] = useState((most / 100).toFixed(2))
  const [kind, setKind] = useState('service')
  const [reason, setReason] = useState('')
  const refund = useRefund(payment.id)
  const method = cardName({ brand: payment.card_brand, last4: payment.card_last4 })
  const cents = centsOf(amount)
  const fault =
    cents === null || cents < 1
      ? 'Write an amount such as 12.50.'
      : cents > most
        ? `At most ${formatCents(most)} can be given back.`
        : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault !== null || cents === null) return
    refund.mutate(
      { amount_cents: cents, goodwill: kind === 'goodwill', reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(`${formatCents(cents)} will be given back.`, { id: 'refund' })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title="Refund payment" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.what}>
          Order #{payment.order_number} of {payment.customer_name || 'a deleted account'}
        </p>
        <p className={classes.what}>
          {payment.id}
          {method && `, ${method}`}
        </p>
        <p>
          <Money cents={payment.amount_cents} /> paid; up to <Money cents={most} /> can be given
          back.
        </p>
        {payment.open_claim_id && (
          <Notice kind="news" title="A problem with this order waits for a decision">
            <ClaimLink id={payment.open_claim_id}>Decide the report instead</ClaimLink>, so that its
            customer and driver hear of it. A refund from here leaves it undecided.
          </Notice>
        )}
        <Earlier paymentId={payment.id} />
        <TextInput
          label="Amount in dollars"
          inputMode="decimal"
          value={amount}
          error={fault}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <NativeSelect
          label="Kind"
          data={KINDS}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        />
        {fault === null && cents !== null && (
          <WhoPays paymentId={payment.id} cents={cents} goodwill={kind === 'goodwill'} />
        )}
        <TextInput
          label="Reason"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {refund.error !== null && (
          <p className={classes.error} role="alert">
            {sentenceOf(refund.error)}
          </p>
        )}
        <Button type="submit" color="red.9" loading={refund.isPending} disabled={fault !== null}>
          {fault === null && cents !== null ? `Refund ${formatCents(cents)}` : 'Refund'}
        </Button>
      </form>
    </Dialog>
  )
}

function Earlier({ paymentId }: { paymentId: string }) {
  const { data } = useRefunds(paymentId)
  if (!data || data.items.length === 0) return null
  return (
    <ul className={classes.earlier}>
      {data.items.map((refund) => (
        <li key={refund.id}>
          <Money cents={refund.amount_cents} /> on {dateOf(refund.created_at)}
          {FATES[refund.status]}
        </li>
      ))}
    </ul>
  )
}

/** The parts are the server's: what is the driver's depends on taxes, fees and earlier refunds. */
function WhoPays(props: { paymentId: string; cents: number; goodwill: boolean }) {
  const { paymentId, cents, goodwill } = props
  const [asked] = useDebouncedValue(cents, TYPING_MS)
  const parts = useRefundParts(paymentId, asked, goodwill)
  if (parts.isError) return <p role="status">{sentenceOf(parts.error)}</p>
  if (!parts.data || asked !== cents) return <Skeleton height={24} />
  return (
    <div role="status">
      <RefundParts parts={parts.data} />
    </div>
  )
}
