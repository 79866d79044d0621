import { Button } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { CallOut, ThreadOut } from '@/api/generated/types.gen'
import { Bubble } from './Bubble'
import { CallEntry } from './CallEntry'
import { daysOf, refusalsToShow, unreadBy } from './entries'
import classes from './Log.module.css'
import type { MessageQueue } from './messageQueue'
import { OutgoingBubble } from './OutgoingBubble'
import type { Party } from './queries'
import type { Outgoing } from './storage'
import { useAtEnd } from './useAtEnd'

/** The thread: oldest above, newest below, where it stays as long as nobody scrolls away. */
export function Log(props: {
  pages: readonly ThreadOut[]
  party: Party
  other: string
  outgoing: readonly Outgoing[]
  sending: MessageQueue
  size: 'page' | 'mount'
  /** Somebody wants to say what came of a call. */
  onNote: (call: CallOut) => void
  older: (() => void) | null
  isLoadingOlder: boolean
}) {
  const { pages, party, other, outgoing, sending } = props
  const [firstNew] = useState(() => unreadBy(party, pages)[0]?.id)
  const days = daysOf(pages)
  const refusals = refusalsToShow(days)
  const newest = days.at(-1)?.entries.at(-1)?.id
  const { log, onScroll, isAway, toEnd } = useAtEnd(`${newest} ${outgoing.at(-1)?.key}`)
  const isEmpty = days.length === 0 && outgoing.length === 0
  return (
    <div className={classes.frame}>
      <div
        ref={log}
        className={classes.log}
        data-size={props.size}
        role="log"
        aria-label="Conversation"
        aria-live={props.isLoadingOlder ? 'off' : 'polite'}
        aria-relevant="additions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too.
        tabIndex={0}
        onScroll={onScroll}
      >
        {isEmpty && (
          <p className={classes.empty}>
            <IconMessage2 size={26} stroke={1.6} aria-hidden="true" />
            No messages yet
          </p>
        )}
        {props.older && (
          <Button
            size="compact-md"
            variant="subtle"
            className={classes.older}
            loading={props.isLoadingOlder}
            onClick={props.older}
          >
            Earlier Messages
          </Button>
        )}
        {days.map(({ day, entries }) => (
          <Fragment key={day}>
            <p className={classes.day}>{day}</p>
            <ol className={classes.entries}>
              {entries.map((entry) => (
                <Fragment key={entry.id}>
                  {entry.id === firstNew && (
                    <li className={classes.new}>
                      <span>New</span>
                    </li>
                  )}
                  {entry.kind === 'message' ? (
                    <Bubble
                      message={entry.message}
                      from={other}
                      showsRefusal={refusals.has(entry.id)}
                    />
                  ) : (
                    <CallEntry call={entry.call} from={other} onNote={props.onNote} />
                  )}
                </Fragment>
              ))}
            </ol>
          </Fragment>
        ))}
        {outgoing.length > 0 && (
          <ol className={classes.entries}>
            {outgoing.map((item) => (
              <OutgoingBubble
                key={item.key}
                item={item}
                onAgain={() => sending.again(item.key)}
                onRemove={() => sending.remove(item.key)}
              />
            ))}
          </ol>
        )}
      </div>
      {isAway && (
        <Button size="compact-md" className={classes.toEnd} onClick={toEnd}>
          New Messages
        </Button>
      )}
    </div>
  )
}
