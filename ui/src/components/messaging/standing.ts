import type { MessageOut } from '@/api/generated/types.gen'
import type { Outgoing } from './sending'

/** How far a message has come, in the one word below it. */
export type Standing = MessageOut['status'] | Outgoing['state'] | 'read'

/** Whoever has read a message has it, however it came to them. */
export function standingOf(message: Pick<MessageOut, 'status' | 'is_read'>): Standing {
  return message.is_read ? 'read' : message.status
}
