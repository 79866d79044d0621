import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useIsOnline } from '@/components/useIsOnline'
import { ACTION_LABEL, sentenceOfTrouble, type Trouble } from '../outbox/action'
import { type OutboxState, storedActionOf } from '../outbox/outbox'
import classes from './OutboxNotice.module.css'

/** How many steps and positions wait on this device, in one line that is always there. */
export function OutboxNotice(props: {
  outbox: OutboxState
  proofs: number
  fixes: number
  onTryNow: () => void
}) {
  const online = useIsOnline()
  const { waiting, isSending, againAt } = props.outbox
  const steps = (online ? waiting : storedActionOf(props.outbox)).length + props.proofs
  const Icon = online
    ? waiting.length + props.proofs > 0
      ? IconCloudUp
      : IconCloudCheck
    : IconCloudOff
  const isAtRisk = !props.outbox.isStored && waiting.length > 0
  const tone = online && againAt === null && !isAtRisk ? 'calm' : 'warn'
  return (
    <div className={classes.notice} data-tone={tone} data-tells-offline>
      <Icon size={22} aria-hidden="true" />
      <p role="status">
        {wordsOf(online, steps, props.fixes, isSending, againAt)}
        {isAtRisk && ' This browser keeps nothing: leave this page open until they are sent.'}
      </p>
      {online && againAt !== null && (
        <Button variant="default" onClick={props.onTryNow}>
          Try Now
        </Button>
      )}
    </div>
  )
}

function wordsOf(
  online: boolean,
  steps: number,
  fixes: number,
  isSending: boolean,
  againAt: number | null,
): string {
  if (!online) {
    const unsent = unsentSummary(steps, fixes)
    return unsent
      ? `No connection. ${unsent} kept here and sent once it is back.`
      : 'No connection. What you do is kept here and sent once it is back.'
  }
  if (steps === 0) return 'Connected. Everything is sent.'
  if (againAt !== null) return `${countWords(steps, 'step')} could not be sent yet. Trying again.`
  return isSending
    ? `Sending ${countWords(steps, 'step')}.`
    : `${countWords(steps, 'step')} to send.`
}

function unsentSummary(steps: number, fixes: number): string {
  const parts = [steps > 0 && countWords(steps, 'step'), fixes > 0 && countWords(fixes, 'position')]
  const summary = parts.filter(Boolean).join(' and ')
  return summary && `${summary} ${steps + fixes === 1 ? 'is' : 'are'}`
}

function countWords(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`
}

/** What was done here and came to nothing there, with the reason, until it is read. */
export function Troubles(props: {
  troubles: readonly Trouble[]
  onRead: (clientId: string) => void
}) {
  return (
    <div role="alert">
      {props.troubles.length > 0 && (
        <ul className={classes.troubles} aria-label="What could not be done">
          {props.troubles.map((trouble) => (
            <li key={trouble.client_id}>
              <p>
                <strong>Order #{trouble.order_number}</strong> {sentenceOfTrouble(trouble)}
              </p>
              <Button
                variant="default"
                aria-label={`OK: ${ACTION_LABEL[trouble.action]}, order ${trouble.order_number}`}
                onClick={() => props.onRead(trouble.client_id)}
              >
                OK
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
