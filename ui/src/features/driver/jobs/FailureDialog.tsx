import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  failDeliveryMutation,
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
  listPossibleFailuresOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { FailureReason, OrderOut, PossibleFailuresOut } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { Dialog } from '@/components/Dialog'
import { DialogAnswers } from '@/components/DialogAnswers'
import { LongText } from '@/components/LongText'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { toast } from '@/components/toast'
import { useIsOnline } from '@/components/useIsOnline'
import type { Why } from '../outbox/outbox'
import classes from './FailureDialog.module.css'

/** The server keeps no more than this many characters. */
const LONGEST_NOTE = 500

const REASONS = {
  nobody_there: 'Nobody is there',
  wrong_address: 'The address is wrong',
  no_access: 'I cannot get there',
  refused: 'The items are refused',
  not_as_booked: 'The items are not as booked',
  items_damaged: 'The items are damaged',
  vehicle_trouble: 'My vehicle broke down',
  unsafe: 'It is not safe',
} satisfies Record<FailureReason, string>

/** As the server has it, for when it cannot be asked. */
const AT_PICKUP: FailureReason[] = [
  'nobody_there',
  'wrong_address',
  'no_access',
  'not_as_booked',
  'vehicle_trouble',
  'unsafe',
]
const AT_DROPOFF: FailureReason[] = [
  'nobody_there',
  'wrong_address',
  'no_access',
  'refused',
  'items_damaged',
  'vehicle_trouble',
  'unsafe',
]

/** Why a job cannot be done, with what the customer pays for it and what becomes of the items. */
export default function FailureDialog(props: {
  order: Pick<OrderOut, 'id' | 'number' | 'picked_up_at'>
  /** The server does not know yet how far the job is. */
  isAhead?: boolean
  /** Takes the driver's word where it is told later; without it the server is asked at once. */
  onFail?: (why: Why) => void
  onClose: () => void
}) {
  const { order, onFail, onClose } = props
  const path = { order_id: order.id }
  const online = useIsOnline()
  const asks = !onFail || (online && !props.isAhead)
  const query = useQuery({
    ...listPossibleFailuresOptions({ path }),
    staleTime: 0,
    gcTime: 0,
    enabled: asks,
  })
  const isUnsent = onFail !== undefined && (!asks || query.isPaused || query.isError)
  const what = order.picked_up_at === null ? 'Can’t pick up' : 'Can’t deliver'
  return (
    <Dialog title={`${what} order #${order.number}?`} onClose={onClose}>
      {isUnsent ? (
        <ReasonForm
          orderId={order.id}
          possible={unsent(order.picked_up_at !== null)}
          onFail={onFail}
          onClose={onClose}
        />
      ) : (
        <DataPanel
          query={query}
          failure="The reasons could not be loaded"
          skeleton={<ReasonsSkeleton />}
        >
          {(possible) =>
            possible.items.length === 0 ? (
              <Notice kind="news" title="It is too late to say so for this job." />
            ) : (
              <ReasonForm
                orderId={order.id}
                possible={possible}
                onFail={onFail}
                onClose={onClose}
              />
            )
          }
        </DataPanel>
      )}
    </Dialog>
  )
}

type Possible = Omit<PossibleFailuresOut, 'seen_there' | 'items'> & {
  /** Null while nobody knows what the customer pays. */
  items: { reason: FailureReason; customer_pays_cents: number | null }[]
  seen_there: boolean | null
}

/** What the server would answer, but for the money: that goes by where the driver was seen. */
function unsent(loaded: boolean): Possible {
  const reasons = loaded ? AT_DROPOFF : AT_PICKUP
  const items = reasons.map((reason) => ({ reason, customer_pays_cents: null }))
  return { items, needs_return: loaded, seen_there: null }
}

function ReasonForm(props: {
  orderId: string
  possible: Possible
  onFail?: ((why: Why) => void) | undefined
  onClose: () => void
}) {
  const { possible, onClose } = props
  const [reason, setReason] = useState<FailureReason | null>(null)
  const [note, setNote] = useState('')
  const ids = { name: useId(), note: useId(), after: useId() }
  const { send, isPending, errorText } = useFailing(props.orderId, onClose)
  const chosen = possible.items.find((each) => each.reason === reason)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason === null) return
    if (!props.onFail) return send(reason, note.trim())
    props.onFail({ reason, note: note.trim() })
    onClose()
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      {possible.seen_there === false && (
        <Notice kind="news" title="Your position does not show you there.">
          The customer is charged nothing then, and you are not paid for the trip. Drive up and wait
          a moment, so that it does.
        </Notice>
      )}
      <fieldset className={classes.reasons}>
        <legend>What is the matter?</legend>
        {possible.items.map((each) => (
          <label key={each.reason} className={classes.reason}>
            <input
              type="radio"
              name={ids.name}
              value={each.reason}
              checked={each.reason === reason}
              onChange={() => setReason(each.reason)}
            />
            {REASONS[each.reason]}
          </label>
        ))}
      </fieldset>
      <div className={classes.field}>
        <label htmlFor={ids.note}>Note for the customer (optional)</label>
        <LongText
          id={ids.note}
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <p id={ids.after} className={classes.after} aria-live="polite">
        {chosen ? consequence(chosen.customer_pays_cents, possible.needs_return) : CHOOSE}
      </p>
      {errorText && <Notice kind="problem" title={errorText} />}
      <DialogAnswers back="Keep Trying" isPending={isPending} onBack={onClose}>
        <Button
          type="submit"
          color="red.9"
          loading={isPending}
          disabled={!chosen}
          aria-describedby={ids.after}
        >
          {possible.needs_return ? 'Bring Items Back' : 'End This Job'}
        </Button>
      </DialogAnswers>
    </form>
  )
}

const CHOOSE = 'Choose a reason to see what follows.'

function consequence(cents: number | null, needsReturn: boolean): string {
  const pays = paysWords(cents)
  const then = needsReturn
    ? 'You bring the items back to the pickup; the job ends when you confirm that.'
    : 'The job ends now.'
  return `${pays} ${then}`
}

function paysWords(cents: number | null): string {
  if (cents === null) {
    return 'What the customer pays goes by where your positions show you, once the connection is back.'
  }
  return cents === 0 ? 'The customer pays nothing.' : `The customer pays ${formatCents(cents)}.`
}

function useFailing(orderId: string, onDone: () => void) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...failDeliveryMutation(),
    onSuccess: () => {
      toast.success('The customer was told.', { id: `job-${orderId}` })
      onDone()
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
      return queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
    },
  })
  const send = (reason: FailureReason, note: string) =>
    mutate({
      path: { order_id: orderId },
      body: { reason, note },
      headers: { 'Idempotency-Key': newIdempotencyKey() },
    })
  return { send, isPending, errorText: error ? sentenceOf(error) : null }
}

function ReasonsSkeleton() {
  return (
    <div className={classes.form}>
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} height={44} radius="md" />
      ))}
    </div>
  )
}
