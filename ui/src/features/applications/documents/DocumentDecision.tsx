import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { approveDocument, rejectDocument } from '@/api/generated/sdk.gen'
import type { ReviewedDocumentOut } from '@/api/generated/types.gen'
import { besideField, fieldOf, isProblem, sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { toast } from '@/components/toast'
import { DOCUMENT_OVERTAKEN, isOvertaken } from '../meanwhile'
import classes from './Documents.module.css'
import { type Details, detailsOf, FIELDS, heldUnderTwoYears, onTheWire, sent } from './details'
import '@mantine/core/styles/Input.layer.css'

/** Approve with what one reads, reject with a reason, or ask for another in place of an approved one. */
export function DocumentDecision(props: { reviewed: ReviewedDocumentOut; label: string }) {
  const { reviewed, label } = props
  const { document } = reviewed
  const [isRejecting, setRejecting] = useState(false)
  const queries = useQueryClient()
  const path = { document_id: document.id }
  const refresh = () => void queries.invalidateQueries()
  const isApproved = document.status === 'approved'
  const reject = useMutation({
    mutationFn: (reason: string) =>
      rejectDocument({ path, body: { version: document.version, reason }, throwOnError: true }),
    onSuccess: () => {
      toast.success(isApproved ? 'Another one was asked for.' : 'The document was rejected.', {
        id: 'document',
      })
      setRejecting(false)
    },
    onSettled: refresh,
  })
  if (document.status === 'rejected') return null
  return (
    <>
      {document.status === 'pending' && (
        <Approval key={document.version} reviewed={reviewed} label={label} onDone={refresh} />
      )}
      <Button variant="default" className={classes.reject} onClick={() => setRejecting(true)}>
        {isApproved ? 'Ask Again' : 'Reject Document'}
      </Button>
      {isRejecting && (
        <DecisionDialog
          title={isApproved ? `Ask for another ${label}?` : `Reject ${label}?`}
          label="Why? They read this in a mail."
          confirm={isApproved ? 'Ask Again' : 'Reject Document'}
          isDangerous
          isPending={reject.isPending}
          error={reject.isError ? refusalOf(reject.error) : null}
          onSend={(reason) => reject.mutate(reason)}
          onClose={() => {
            reject.reset()
            setRejecting(false)
          }}
        >
          <p>
            {isApproved
              ? 'A driver who needs it is offline until another one is approved. A job in hand stays theirs.'
              : 'They can send another one at once.'}
          </p>
        </DecisionDialog>
      )}
    </>
  )
}

function Approval(props: { reviewed: ReviewedDocumentOut; label: string; onDone: () => void }) {
  const { document, needed, typed } = props.reviewed
  const [read, setRead] = useState<Details>(() => detailsOf(typed))
  const approve = useMutation({
    mutationFn: () =>
      approveDocument({
        path: { document_id: document.id },
        body: sent(read, document.version),
        throwOnError: true,
      }),
    onSuccess: () => toast.success('The document was approved.', { id: 'document' }),
    // What somebody else has decided meanwhile takes this form away, and its words with it.
    onError: (error) => {
      if (isOvertaken(error)) toast.error(DOCUMENT_OVERTAKEN, { id: 'document' })
    },
    onSettled: (_done, error) => {
      if (!error || !fieldOf(error)) props.onDone()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!approve.isPending) approve.mutate()
  }
  const fault = approve.error ? fieldOf(approve.error) : undefined
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {needed.length > 0 && <p className={classes.note}>What you read on the document:</p>}
      {FIELDS.filter(({ name }) => needed.includes(onTheWire(name))).map(
        ({ name, label, type }) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            inputMode={name === 'coverage' ? 'decimal' : undefined}
            required
            withAsterisk
            value={read[name]}
            error={
              fault === onTheWire(name) && isProblem(approve.error)
                ? besideField(approve.error.message)
                : undefined
            }
            onChange={({ currentTarget }) => setRead({ ...read, [name]: currentTarget.value })}
          />
        ),
      )}
      {document.type === 'drivers_license' && heldUnderTwoYears(read.issued_on) && (
        <p className={classes.flag} role="status">
          This license has been held for under 2 years.
        </p>
      )}
      {approve.isError && !fault && !isOvertaken(approve.error) && (
        <FormErrorBox wait={0}>{sentenceOf(approve.error)}</FormErrorBox>
      )}
      <Button type="submit" loading={approve.isPending}>
        Approve Document
      </Button>
    </form>
  )
}

function refusalOf(error: unknown): string {
  return isOvertaken(error) ? DOCUMENT_OVERTAKEN : sentenceOf(error)
}
