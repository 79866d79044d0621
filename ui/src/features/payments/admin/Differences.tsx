import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconChecks, IconRefresh, IconSend } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { DifferenceColumn, DifferenceOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { Dialog } from '@/components/Dialog'
import { EmptyState } from '@/components/EmptyState'
import { PagedList } from '@/components/PagedList'
import { toast } from '@/components/toast'
import payments from './AllPayments.module.css'
import classes from './Differences.module.css'
import { DIFFERENCE_COLUMNS } from './differenceColumns'
import { differenceWords, runWords } from './differenceLabels'
import {
  isRunning,
  useAccept,
  useDifferences,
  useLatestRun,
  useReconcile,
  useResend,
  useWithdraw,
} from './differenceQueries'
import { differencesCsv } from './differencesCsv'

const END_REM = 8

/** Where our books differ from the card provider's, and what can be done about it. For administrators. */
export default function Differences() {
  const differences = useDifferences()
  const columns = useColumns(DIFFERENCE_COLUMNS)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  const [accepted, setAccepted] = useState<DifferenceOut | null>(null)
  return (
    <>
      <PagedList
        title="Differences from the card provider"
        tools={
          <>
            <ColumnChoice columns={DIFFERENCE_COLUMNS} chosen={columns} />
            <ExportCsv csv={differencesCsv(columns.shown)} />
          </>
        }
        head={<ColumnHead columns={DIFFERENCE_COLUMNS} shown={columns.shown} endRem={END_REM} />}
        above={<Reconcile />}
        query={differences}
        failure="The differences could not be loaded"
        skeletonHeight={420}
        empty={
          <EmptyState icon={<IconChecks size={28} />} title="Nothing differs">
            <p>
              Every movement of our balance at the card provider is compared with our books every
              night, and so is the whole balance.
            </p>
          </EmptyState>
        }
        what="differences"
        keyOf={(difference) => difference.id}
      >
        {(difference) => (
          <Row
            difference={difference}
            shown={columns.shown}
            onWithdraw={() => setWithdrawn(difference.refund_id)}
            onAccept={() => setAccepted(difference)}
          />
        )}
      </PagedList>
      {withdrawn !== null && (
        <WithdrawDialog refundId={withdrawn} onClose={() => setWithdrawn(null)} />
      )}
      {accepted !== null && (
        <AcceptDialog difference={accepted} onClose={() => setAccepted(null)} />
      )}
    </>
  )
}

function Reconcile() {
  const reconcile = useReconcile()
  const latest = useLatestRun()
  const run = latest.data?.run
  return (
    <div className={classes.reconcile}>
      <p className={classes.note} role="status">
        {latest.isError && 'The latest comparison could not be loaded.'}
        {latest.isPending && 'Looking for the latest comparison…'}
        {run !== undefined && runWords(run, Date.now())}
      </p>
      <Button
        variant="default"
        className={classes.action}
        leftSection={<IconRefresh size={18} aria-hidden="true" />}
        loading={reconcile.isPending || isRunning(run)}
        onClick={() => reconcile.mutate(undefined)}
      >
        Compare now
      </Button>
      {reconcile.error !== null && (
        <p className={payments.error} role="alert">
          {sentenceOf(reconcile.error)}
        </p>
      )}
    </div>
  )
}

function Row({
  difference,
  shown,
  onWithdraw,
  onAccept,
}: {
  difference: DifferenceOut
  shown: DifferenceColumn[]
  onWithdraw: () => void
  onAccept: () => void
}) {
  const resend = useResend()
  const name = difference.refund_id ?? difference.payment_id ?? difference.their_id ?? difference.id
  const waits = difference.kind === 'not_sent' && difference.refund_id !== null
  return (
    <article aria-label={`Difference ${name}`}>
      <ColumnLine
        columns={DIFFERENCE_COLUMNS}
        shown={shown}
        item={difference}
        endRem={END_REM}
        end={
          waits && difference.refund_id !== null ? (
            <div className={classes.actions}>
              <Button
                variant="default"
                className={classes.action}
                leftSection={<IconSend size={18} aria-hidden="true" />}
                loading={resend.isPending}
                aria-label={`Send refund ${name} again`}
                onClick={() =>
                  resend.mutate(difference.refund_id ?? '', {
                    onSuccess: () => toast.success('The refund is sent again.', { id: 'resend' }),
                  })
                }
              >
                Send again
              </Button>
              <Button
                variant="default"
                className={classes.action}
                leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
                aria-label={`Withdraw refund ${name}`}
                onClick={onWithdraw}
              >
                Withdraw
              </Button>
            </div>
          ) : (
            <div className={classes.actions}>
              <Button
                variant="default"
                className={classes.action}
                leftSection={<IconCheck size={18} aria-hidden="true" />}
                aria-label={`Accept difference ${name}`}
                onClick={onAccept}
              >
                Accept
              </Button>
            </div>
          )
        }
      />
      {resend.error !== null && (
        <p className={payments.error} role="alert">
          {sentenceOf(resend.error)}
        </p>
      )}
    </article>
  )
}

function WithdrawDialog({ refundId, onClose }: { refundId: string; onClose: () => void }) {
  const withdraw = useWithdraw(refundId)
  return (
    <ReasonDialog
      title="Withdraw refund"
      action="Withdraw"
      done="The refund is withdrawn."
      dangerous
      change={withdraw}
      onClose={onClose}
    >
      The customer is owed this money no more, and everybody has their part of it again. Do this for
      a refund that can never be sent, or that was a mistake.
    </ReasonDialog>
  )
}

function AcceptDialog({ difference, onClose }: { difference: DifferenceOut; onClose: () => void }) {
  const accept = useAccept(difference.id)
  return (
    <ReasonDialog
      title="Accept difference"
      action="Accept"
      done="The difference is accepted."
      change={accept}
      onClose={onClose}
    >
      {differenceWords(difference)}. No money moves. The difference leaves this list, and comes back
      when either side says something else.
    </ReasonDialog>
  )
}

function ReasonDialog({
  title,
  action,
  done,
  dangerous = false,
  change,
  onClose,
  children,
}: {
  title: string
  action: string
  done: string
  dangerous?: boolean
  change: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'error' | 'isPending'>
  onClose: () => void
  children: ReactNode
}) {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return
    change.mutate(reason.trim(), {
      onSuccess: () => {
        toast.success(done, { id: title })
        onClose()
      },
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={payments.form} onSubmit={submit} noValidate>
        <p>{children}</p>
        <TextInput
          label="Reason"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {change.error !== null && (
          <p className={payments.error} role="alert">
            {sentenceOf(change.error)}
          </p>
        )}
        <Button
          type="submit"
          color={dangerous ? 'red.9' : undefined}
          loading={change.isPending}
          disabled={reason.trim() === ''}
        >
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
