import { IconPhone, IconPhoneIncoming } from '@tabler/icons-react'
import type { CallOut, CallStatus } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import classes from './CallEntry.module.css'

const OUTCOME = {
  completed: 'Completed',
  missed: 'Missed',
  busy: 'Busy',
  failed: 'Failed',
} satisfies Record<CallStatus, string>

/** A call among the messages; whoever made it may say what came of it (OP-48). */
export function CallEntry({
  call,
  from,
  onNote,
}: {
  call: CallOut
  from: string
  onNote: (call: CallOut) => void
}) {
  const isOwn = call.is_own
  const Icon = isOwn ? IconPhone : IconPhoneIncoming
  return (
    <li className={classes.call}>
      <p className={classes.line}>
        <Icon size={16} aria-hidden="true" />
        <span>{isOwn ? `You called ${from}` : `${from} called you`}</span>
        <time dateTime={call.start_time}>{clockTime(call.start_time)}</time>
        {call.status && <span className={classes.outcome}>{outcomeOf(call)}</span>}
      </p>
      {isOwn && !call.status && (
        <button type="button" className={classes.open} onClick={() => onNote(call)}>
          How did it go?
        </button>
      )}
    </li>
  )
}

function outcomeOf({ status, duration_seconds }: CallOut): string {
  if (!status) return ''
  if (status !== 'completed' || !duration_seconds) return OUTCOME[status]
  const minutes = Math.max(1, Math.round(duration_seconds / 60))
  return `${OUTCOME[status]}, ${minutes} min`
}
