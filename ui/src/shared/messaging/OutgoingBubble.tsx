import { Button } from '@mantine/core'
import { MessageStatusMark } from './Bubble'
import classes from './Bubble.module.css'
import type { Outgoing } from './storage'

/** A message that the server does not have yet; one that it did not take can be sent again. */
export function OutgoingBubble(props: {
  item: Outgoing
  onAgain: () => void
  onRemove: () => void
}) {
  const { item } = props
  const what = item.body.template_id ? 'template message' : 'message'
  return (
    <li className={classes.entry} data-own data-state={item.state}>
      <div className={classes.bubble}>
        <span className={classes.hidden}>You: </span>
        <p className={classes.text}>{item.shown}</p>
      </div>
      <p className={classes.facts}>
        <MessageStatusMark status={item.state} />
      </p>
      {item.state === 'failed' && (
        <p className={classes.error} role="alert">
          Failed to send {what}: {item.error}
        </p>
      )}
      {item.state !== 'sending' && (
        <div className={classes.actions}>
          {item.state === 'failed' && (
            <Button size="compact-md" variant="default" onClick={props.onAgain}>
              Try Again
            </Button>
          )}
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            c="inherit"
            onClick={props.onRemove}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
