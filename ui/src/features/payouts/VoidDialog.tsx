import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { voidPayout } from '@/api/generated/sdk.gen'
import type { DriverPayoutOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import classes from './Payouts.module.css'

const LONGEST_REASON = 400

/** Gives a payout back that was never sent, for a reason that its driver reads. */
export function VoidDialog({ payout, onClose }: { payout: DriverPayoutOut; onClose: () => void }) {
  const [text, setText] = useState('')
  const reason = text.trim()
  const change = useVoid(payout.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === '') return
    change.mutate(reason, {
      onSuccess: () => {
        toast.success('The payout was voided.', { id: 'payouts' })
        onClose()
      },
    })
  }
  return (
    <Dialog title="Void payout" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>
          {formatCents(payout.amount_cents)} goes back to the driver’s balance, fees included. The
          payment provider is asked first: a payout that it has, or may have, is not voided.
        </p>
        <TextInput
          label="Reason"
          description="The driver reads it."
          maxLength={LONGEST_REASON}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {change.error !== null && (
          <p className={classes.error} role="alert">
            {sentenceOf(change.error)}
          </p>
        )}
        <Button type="submit" color="red.9" loading={change.isPending} disabled={reason === ''}>
          Void Payout
        </Button>
      </form>
    </Dialog>
  )
}

/** One dialog is one request, and keeps its key however often it is pressed. */
function useVoid(payoutId: string) {
  const queries = useQueryClient()
  const unanswered = useRef<{ of: string; key: string } | null>(null)
  return useMutation({
    mutationFn: async (reason: string) => {
      if (unanswered.current?.of !== reason)
        unanswered.current = { of: reason, key: crypto.randomUUID() }
      const { data } = await voidPayout({
        path: { payout_id: payoutId },
        body: { reason },
        headers: { 'Idempotency-Key': unanswered.current.key },
        throwOnError: true,
      })
      return data
    },
    onSettled: () => void queries.invalidateQueries(),
  })
}
