import { IconPhone, IconPhoneIncoming } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOut, CallStatus } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import classes from './CallEntry.module.css'
import { CallOutcome } from './CallOutcome'

const OUTCOME = {
  completed: 'Completed',
  missed: 'Missed',
  busy: 'Busy',
  failed: 'Failed',
} satisfies Record<CallStatus, string>

/** A call among the messages; whoever made it may say what came of it (OP-48). */
export function CallEntry({ call, from }: { call: CallOut; from: string }) {
  const isOwn = call.is_own
  const [isOpen, setOpen] = useState(false)
  const Icon = isOwn ? IconPhone : IconPhoneIncoming
  return (
    <li className={classes.call}>
      <p className={classes.line}>
        <Icon size={16} aria-hidden="true" />
        <span>{isOwn ? `You called ${from}` : `${from} called you`}</span>
        <time dateTime={call.start_time}>{clockTime(call.start_time)}</time>
        {call.status && <span className={classes.outcome}>{outcomeOf(call)}</span>}
      </p>
      {isOwn && !call.status && !isOpen && (
        <button type="button" className={classes.open} onClick={() => setOpen(true)}>
          How did it go?
        </button>
      )}
      {isOpen && !call.status && <CallOutcome call={call} onClose={() => setOpen(false)} />}
    </li>
  )
}

function outcomeOf({ status, duration_seconds }: CallOut): string {
  if (!status) return ''
  if (status !== 'completed' || !duration_seconds) return OUTCOME[status]
  const minutes = Math.max(1, Math.round(duration_seconds / 60))
  return `${OUTCOME[status]}, ${minutes} min`
}
