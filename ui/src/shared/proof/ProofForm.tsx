import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import '@mantine/core/styles/Group.layer.css'
import { Button, PinInput, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { isProblem, sentenceOf } from '@/api/problem'
import { Notice } from '@/components/Notice'
import { type ProofDraft, type ProofErrors, proofErrors, whereTaken } from './draft'
import { PhotoCapture } from './PhotoCapture'
import classes from './ProofForm.module.css'
import type { Photo } from './photo'
import { SignaturePad } from './SignaturePad'
import type { Signature } from './signature'

const PIN_LENGTH = 4
const LONGEST_NAME = 100
const SAID_OF_A_FIELD = '[role="alert"], [aria-invalid="true"]'

/**
 * What a driver leaves behind at the door: who took it, their signature, a photo, and the customer's
 * PIN where one was asked for. *onSubmit* keeps or sends it; what it rejects with is shown here.
 */
export function ProofForm(props: {
  orderNumber: number
  contactName: string | null
  asksPin: boolean
  submitLabel?: string
  onSubmit: (draft: ProofDraft) => Promise<unknown>
  onCancel: () => void
  /** Leaves it out, where that is allowed. */
  onWithout?: () => void
}) {
  const { contactName } = props
  const [recipientName, setRecipientName] = useState('')
  const [signature, setSignature] = useState<Signature | null>(null)
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [pin, setPin] = useState('')
  const position = useRef<ReturnType<typeof whereTaken> | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { errors, failure, isSending, send, edited } = useSending(props.onSubmit)
  // Asked for at once: it is known by the time that somebody has signed.
  useEffect(() => {
    position.current = whereTaken()
  }, [])
  // The button is in sight wherever the form is scrolled to, and what is missing may not be.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector(SAID_OF_A_FIELD)?.scrollIntoView({ block: 'center' })
  }, [errors])
  const submit = () =>
    send(
      {
        recipientName: recipientName.trim() || null,
        signature,
        photo: photo?.blob ?? null,
        pin: props.asksPin ? pin : null,
      },
      props.asksPin,
      () => position.current ?? whereTaken(),
    )
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={`Proof of delivery for order #${props.orderNumber}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>
        {props.onWithout ? (
          'A signature or a photo proves the delivery. Take both if you can. Where there is neither, complete it without and add the proof later.'
        ) : (
          <>
            A signature or a photo is needed{props.asksPin && ', and the customer’s PIN'}. Take both
            if you can.
          </>
        )}
      </p>
      <TextInput
        label="Received by"
        description={
          contactName
            ? `The contact for this order is ${contactName}: tap the name if it was them.`
            : undefined
        }
        value={recipientName}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        error={errors.recipient_name}
        disabled={isSending}
        classNames={{ input: classes.name }}
        onChange={({ currentTarget }) => edited(setRecipientName)(currentTarget.value)}
      />
      {contactName && recipientName === '' && (
        <Button
          variant="default"
          className={classes.contact}
          aria-label={`${contactName} received it`}
          disabled={isSending}
          onClick={() => edited(setRecipientName)(contactName)}
        >
          {contactName}
        </Button>
      )}
      <SignaturePad
        value={signature}
        onChange={edited(setSignature)}
        error={errors.signature}
        disabled={isSending}
      />
      <PhotoCapture
        label="Photo of the delivery"
        value={photo}
        onChange={edited(setPhoto)}
        error={errors.photo}
        disabled={isSending}
      />
      {props.asksPin && (
        <PinField value={pin} onChange={edited(setPin)} error={errors.pin} disabled={isSending} />
      )}
      {failure && (
        <Notice kind="problem" title="The proof was not taken" takesFocus>
          <p>{failure}</p>
        </Notice>
      )}
      <Button type="submit" className={classes.main} fullWidth loading={isSending}>
        {props.submitLabel ?? 'Complete Delivery'}
      </Button>
      {props.onWithout && (
        <Button
          variant="default"
          className={classes.cancel}
          fullWidth
          disabled={isSending}
          onClick={props.onWithout}
        >
          Complete Without Proof
        </Button>
      )}
      <Button
        variant="subtle"
        className={classes.cancel}
        fullWidth
        disabled={isSending}
        onClick={props.onCancel}
      >
        Not Yet
      </Button>
    </form>
  )
}

type Given = Pick<ProofDraft, 'recipientName' | 'signature' | 'photo' | 'pin'>

/** One proof has one id for as long as the form is open, so that a lost answer makes no second one. */
function useSending(onSubmit: (draft: ProofDraft) => Promise<unknown>) {
  const [errors, setErrors] = useState<ProofErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const sent = useRef<{ clientId: string; given: string } | null>(null)
  const idOf = (given: Given) => {
    const written = JSON.stringify([
      given.recipientName,
      given.signature,
      given.photo?.size,
      given.pin,
    ])
    if (sent.current?.given !== written) {
      sent.current = { clientId: crypto.randomUUID(), given: written }
    }
    return sent.current.clientId
  }
  const send = async (
    given: Given,
    asksPin: boolean,
    where: () => ReturnType<typeof whereTaken>,
  ) => {
    const found = proofErrors({ ...given, hasPhoto: given.photo !== null, asksPin })
    setErrors(found)
    setFailure(undefined)
    if (isSending || Object.keys(found).length > 0) return
    setSending(true)
    try {
      const clientId = idOf(given)
      await onSubmit({ ...given, clientId, at: new Date().toISOString(), position: await where() })
    } catch (error) {
      const param = isProblem(error) ? error.param : undefined
      if (param && PARAMS.has(param)) setErrors({ [param]: sentenceOf(error) })
      else setFailure(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  /** What was missing is judged anew when it is sent, and no longer said of what is there by now. */
  const edited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setErrors({})
      set(value)
    }
  return { errors, failure, isSending, send, edited }
}

const PARAMS = new Set(['recipient_name', 'signature', 'photo', 'pin'])

function PinField(props: {
  value: string
  onChange: (pin: string) => void
  error?: string
  disabled: boolean
}) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid.
    <div className={classes.pin} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        Delivery PIN
      </span>
      <PinInput
        type="number"
        inputMode="numeric"
        length={PIN_LENGTH}
        placeholder=""
        gap="xs"
        value={props.value}
        onChange={props.onChange}
        error={props.error !== undefined}
        disabled={props.disabled}
        getInputProps={(index) => ({ 'aria-label': `PIN digit ${index + 1} of ${PIN_LENGTH}` })}
        classNames={{ input: classes.digit }}
      />
      <p className={classes.hint}>
        The customer reads four digits to you from their tracking page.
      </p>
      {props.error && (
        <p role="alert" className={classes.error}>
          {props.error}
        </p>
      )}
    </div>
  )
}
