import type { ActionKind } from '@/api/generated/types.gen'
import type { QueuedAction } from '../outbox/action'
import classes from './UnsentEndings.module.css'

const WORDS: Partial<Record<ActionKind, string>> = {
  fail: 'could not be picked up',
  confirm_return: 'is back at the pickup',
  hand_back: 'is released',
}

/** Jobs that left the driver's hands here, and of which nobody has heard yet. */
export function UnsentEndings({ waiting }: { waiting: readonly QueuedAction[] }) {
  const last = new Map(waiting.map((it) => [it.order_id, it]))
  const left = [...last.values()].filter(({ action }) => WORDS[action])
  if (left.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Waiting to be told">
      {left.map(({ order_id, order_number, action }) => (
        <li key={order_id}>
          Order #{order_number} {WORDS[action]}. The customer and the office hear of it once the
          connection is back.
        </li>
      ))}
    </ul>
  )
}
