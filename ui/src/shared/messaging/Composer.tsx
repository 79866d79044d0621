import { ActionIcon } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useState } from 'react'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import classes from './Composer.module.css'
import { LONGEST_MESSAGE, lengthOf } from './limits'
import type { MessageQueue } from './messageQueue'
import type { Outgoing } from './storage'
import { useDraft } from './useDraft'

/** Where a message is written: a counter, and what went wrong with the words still there. */
export function Composer(props: {
  orderId: string
  userId: string
  sending: MessageQueue
  outgoing: readonly Outgoing[]
  label: string
  size: 'page' | 'mount'
  autoFocus?: boolean
  onFocus?: () => void
}) {
  const { sending, outgoing } = props
  const ids = { field: useId(), counter: useId(), error: useId() }
  const draft = useDraft(props.userId, props.orderId)
  const [error, setError] = useState<string | null>(null)
  const text = draft.text.trim()
  const length = lengthOf(draft.text)

  // What could not be sent comes back to be read over, unless the next words are there already.
  const inVain = outgoing.find((it) => it.state === 'failed' && it.body.text !== undefined)
  const isFree = draft.text === ''
  const { takeBack } = draft
  useLayoutEffect(() => {
    if (!inVain || !isFree) return
    sending.remove(inVain.key)
    takeBack(inVain.body.text ?? '', inVain.key)
    setError(inVain.error)
  }, [inVain, isFree, sending, takeBack])

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (text === '') return
    setError(null)
    sending.send(draft.key ?? newIdempotencyKey(), { text }, text)
    draft.clear()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form className={classes.form} data-size={props.size} onSubmit={send}>
      {error !== null && (
        <p id={ids.error} className={classes.error} role="alert">
          Failed to send message: {error}
        </p>
      )}
      <div className={classes.row}>
        <textarea
          id={ids.field}
          className={classes.field}
          rows={1}
          value={draft.text}
          placeholder={props.label}
          aria-label={props.label}
          aria-describedby={`${ids.counter}${error === null ? '' : ` ${ids.error}`}`}
          enterKeyHint="send"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: it was opened in order to write.
          autoFocus={props.autoFocus}
          onKeyDown={onKeyDown}
          onFocus={props.onFocus}
          onChange={(event) => {
            setError(null)
            draft.write(event.currentTarget.value)
          }}
        />
        <ActionIcon
          type="submit"
          size={props.size === 'mount' ? 56 : 44}
          radius="md"
          aria-label="Send"
          disabled={text === ''}
        >
          <IconSend2 size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p
        id={ids.counter}
        className={classes.counter}
        data-full={length === LONGEST_MESSAGE || undefined}
      >
        <span role="status">{draft.wasCut && `Shortened to ${LONGEST_MESSAGE} characters. `}</span>
        <span>
          {length}/{LONGEST_MESSAGE}
          <span className={classes.hidden}> characters</span>
        </span>
      </p>
    </form>
  )
}
