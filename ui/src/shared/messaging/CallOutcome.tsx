import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { endCall } from '@/api/generated/sdk.gen'
import type { CallOut, CallStatus } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import classes from './CallEntry.module.css'
import { messagesMoved } from './queries'

const CHOICES = {
  completed: 'We spoke',
  missed: 'No answer',
  busy: 'Line was busy',
  failed: 'Did not connect',
} satisfies Record<CallStatus, string>

const LONGEST_MINUTES = 240

/** What came of a call, which only whoever made it knows (OP-48). */
export function CallOutcome({ call, onClose }: { call: CallOut; onClose: () => void }) {
  const queries = useQueryClient()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.focus(), [])
  const [status, setStatus] = useState<CallStatus | null>(null)
  const [minutes, setMinutes] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { status: CallStatus; duration_seconds: number }) =>
      endCall({
        path: { order_id: call.order_id, call_id: call.id },
        body,
        throwOnError: true,
      }),
    onSuccess: () => {
      messagesMoved(queries, call.order_id)
      onClose()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    if (status === null) return
    mutate({ status, duration_seconds: status === 'completed' ? secondsOf(minutes, call) : 0 })
  }
  return (
    <form
      ref={form}
      className={classes.form}
      tabIndex={-1}
      aria-label="How did the call go?"
      onSubmit={save}
    >
      <fieldset className={classes.outcomes}>
        <legend>How did the call go?</legend>
        {(Object.keys(CHOICES) as CallStatus[]).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={status === each}
              onChange={() => setStatus(each)}
            />
            {CHOICES[each]}
          </label>
        ))}
      </fieldset>
      {status === 'completed' && (
        <label className={classes.minutes}>
          Minutes (optional)
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={LONGEST_MINUTES}
            value={minutes}
            onChange={(event) => setMinutes(event.currentTarget.value)}
          />
        </label>
      )}
      {error && (
        <p className={classes.error} role="alert">
          The call could not be noted. {sentenceOf(error)}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="compact-md" disabled={!status} loading={isPending}>
          Save
        </Button>
        <Button size="compact-md" variant="default" disabled={isPending} onClick={onClose}>
          Not Now
        </Button>
      </div>
    </form>
  )
}

/** No longer than the call can have been; people round. */
function secondsOf(minutes: string, { start_time }: CallOut): number {
  const count = Math.min(Math.round(Number(minutes)), LONGEST_MINUTES)
  const possible = Math.round((Date.now() - Date.parse(start_time)) / 1000) + 30
  return count > 0 ? Math.max(0, Math.min(count * 60, possible)) : 0
}
