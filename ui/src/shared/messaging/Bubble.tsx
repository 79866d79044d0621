import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MessageOut } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import classes from './Bubble.module.css'
import type { Outgoing } from './storage'

/** One message: what it says, when, and how far it has come. */
export function Bubble(props: {
  message: MessageOut
  /** What the other one is called. */
  from: string
  showsRefusal: boolean
}) {
  const { message } = props
  const isOwn = message.is_own
  const isSystem = message.sender_type === 'system'
  return (
    <li className={classes.entry} data-own={isOwn || undefined} data-system={isSystem || undefined}>
      <div className={classes.bubble}>
        {isSystem && <p className={classes.sender}>Automatic message</p>}
        {!isSystem && <span className={classes.hidden}>{isOwn ? 'You: ' : `${props.from}: `}</span>}
        <p className={classes.text}>
          {isSystem ? <Linked text={message.message} /> : message.message}
        </p>
      </div>
      <p className={classes.facts}>
        <time dateTime={message.created_at}>{clockTime(message.created_at)}</time>
        {isOwn && <MessageStatusMark status={messageStatusOf(message)} />}
      </p>
      {isOwn && message.status === 'failed' && (
        <p className={classes.note}>The SMS did not arrive. The message is here all the same.</p>
      )}
      {isOwn && props.showsRefusal && message.sms_refusal && (
        <p className={classes.note}>{inTheAppOnly(message.sms_refusal)}</p>
      )}
    </li>
  )
}

/** The server's sentence for somebody who wants no text messages, which says nothing to whoever wrote: they are not "this user". */
const SMS_DISABLED = 'SMS notifications are disabled for this user'

function inTheAppOnly(refusal: string): string {
  if (refusal === SMS_DISABLED)
    return 'It is in the app for them to read. No text message goes out with it.'
  return `It is in the app for them to read. No text message: ${refusal}.`
}

/** What the server itself wrote may lead somewhere; what people write is text and nothing else. */
function Linked({ text }: { text: string }) {
  const link = ratingLinkIn(text)
  if (!link) return text
  return (
    <>
      {link.before}
      <Link to="/rate/$orderId" params={{ orderId: link.orderId }}>
        {link.address}
      </Link>
      {link.after}
    </>
  )
}

const MARK = {
  waiting: <IconClock size={14} aria-hidden="true" />,
  sending: <IconClock size={14} aria-hidden="true" />,
  pending: <IconClock size={14} aria-hidden="true" />,
  sent: <IconCheck size={14} aria-hidden="true" />,
  delivered: <IconChecks size={14} aria-hidden="true" />,
  read: <IconChecks size={14} aria-hidden="true" />,
  failed: <IconAlertCircle size={14} aria-hidden="true" />,
} satisfies Record<MessageStatus, ReactNode>

const WORD = {
  waiting: 'Waits for the connection',
  sending: 'Sending',
  pending: 'Pending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
} satisfies Record<MessageStatus, string>

export function MessageStatusMark({ status }: { status: MessageStatus }) {
  return (
    <span className={classes.status} data-status={status}>
      {MARK[status]}
      {WORD[status]}
    </span>
  )
}

/** How far a message has come, in the one word below it. */
export type MessageStatus = MessageOut['status'] | Outgoing['state'] | 'read'

/** Whoever has read a message has it, however it came to them. */
export function messageStatusOf(message: Pick<MessageOut, 'status' | 'is_read'>): MessageStatus {
  return message.is_read ? 'read' : message.status
}

const RATING = /^(.*?)(https?:\/\/\S+\/rate\/([\w-]+))(.*)$/s

/** Where the server's message about a delivery leads to its rating, with what stands around it. */
export function ratingLinkIn(text: string) {
  const [, before, address, orderId, after] = RATING.exec(text) ?? []
  return orderId ? { before, address, orderId, after } : null
}
