import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './Offer.module.css'
import { useVisible, useWatched } from './visibility'

/** Long enough to read one line. */
const READ_MS = 6_000

/** A request that is over, in one line that says why; it goes by itself once it was in sight for a while. */
export function EndedRequest(props: { offerId: string; words: string; onRead: () => void }) {
  const { offerId, onRead } = props
  const line = useRef<HTMLDivElement>(null)
  useWatched(line, 'card', offerId)
  const isSeen = useVisible()('card', offerId)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    if (!isSeen) return
    const timer = setTimeout(() => read.current(), READ_MS)
    return () => clearTimeout(timer)
  }, [isSeen])
  return (
    <div ref={line} className={classes.ended}>
      <p role="status">{props.words}</p>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Dismiss"
        onClick={props.onRead}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
