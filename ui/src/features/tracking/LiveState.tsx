import { age } from '@/components/time'
import type { StreamState } from '@/shared/realtime/realtime'
import classes from './LiveState.module.css'
import type { Connection } from './useTracking'

type Look = 'live' | 'trying' | 'away'

const WORDS = {
  connecting: { look: 'trying', word: 'Connecting…' },
  live: { look: 'live', word: 'Live' },
  reconnecting: { look: 'trying', word: 'Reconnecting…' },
  polling: { look: 'away', word: 'Reconnecting…' },
  paused: { look: 'away', word: 'Paused' },
  ended: { look: 'away', word: 'Ended' },
  refused: { look: 'away', word: 'Ended' },
} satisfies Record<StreamState, { look: Look; word: string }>

/** How well this page hears of the order; when it does not, how old is what it shows. */
export function LiveState(props: {
  connection: Connection
  now: number
  /** Whether anybody is on the way; before, there is nothing to watch live. */
  moves: boolean
}) {
  const { connection, now } = props
  const { look, word } = WORDS[connection.state]
  const silence = now - connection.lastMessageAt
  return (
    <span className={classes.state} data-look={look}>
      <span className={classes.dot} aria-hidden="true" />
      <span role="status">{look === 'live' && !props.moves ? 'Up to date' : word}</span>
      {look !== 'live' && silence >= SHOWN_FROM_MS && (
        <span className={classes.age}>as of {age(silence)} ago</span>
      )}
    </span>
  )
}

const SHOWN_FROM_MS = 5_000
