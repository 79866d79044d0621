import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getClaimStandingOptions,
  openClaimMutation,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimOut, ClaimState } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { Notice } from '@/components/Notice'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './ReportProblemLink.module.css'

/** The server keeps no more than this many characters. */
const LONGEST_ACCOUNT = 2000

/** For a day the customer may say that nothing arrived; then it stands here what came of it (OP-49). */
export default function ReportProblemLink({ orderId }: { orderId: string }) {
  const options = getClaimStandingOptions({ path: { order_id: orderId } })
  const { data, error } = useQuery(options)
  const [isOpen, setOpen] = useState(false)
  // Nothing is missing where it cannot be loaded: the mail about the order leads here again.
  if (error || !data) return null
  if (data.claim) return <ClaimStatus claim={data.claim} />
  if (data.until === null) return null
  return (
    <div className={classes.row}>
      <p className={classes.terms}>
        Something wrong? You can report it until {dayAndTime(data.until, Date.now())}.
      </p>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        Not Delivered
      </Button>
      {isOpen && <ReportDialog orderId={orderId} onClose={() => setOpen(false)} />}
    </div>
  )
}

const TITLES = {
  open: 'We are looking into it',
  released: 'Delivered, as we found',
  refunded: 'Not delivered: refunded',
} satisfies Record<ClaimState, string>

function ClaimStatus({ claim }: { claim: ClaimOut }) {
  return (
    <Notice kind="news" title={TITLES[claim.state]}>
      {claim.state === 'open' ? (
        <p>
          You reported this order {dayAndTime(claim.created_at, Date.now())}. The driver’s share is
          held, and you will hear from us by mail.
        </p>
      ) : (
        <p>{claim.decision_reason}</p>
      )}
    </Notice>
  )
}

function ReportDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const path = { order_id: orderId }
  const { mutate, isPending, error } = useMutation({
    ...openClaimMutation(),
    onSuccess: () => {
      toast.success('We are looking into it.', { id: 'not-delivered' })
      onClose()
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: getClaimStandingOptions({ path }).queryKey }),
  })
  return (
    <DecisionDialog
      title="Not delivered?"
      label="What happened?"
      confirm="Send Report"
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      longest={LONGEST_ACCOUNT}
      onSend={(account) =>
        mutate({ path, body: { account }, headers: { 'Idempotency-Key': newIdempotencyKey() } })
      }
      onClose={onClose}
    >
      <p>
        The driver’s share is held while we look into it. If nothing arrived, you get everything
        back that you paid for the order.
      </p>
    </DecisionDialog>
  )
}
