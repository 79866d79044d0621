import { useQuery } from '@tanstack/react-query'
import { unreadOptions } from '@/shared/messaging/queries'
import classes from './UnreadDot.module.css'

/** On small screens the messages are in the menu: whoever has some finds a dot on its button. */
export default function UnreadDot() {
  const unread = useQuery(unreadOptions()).data?.unread ?? 0
  return unread > 0 && <span className={classes.dot} data-unread aria-hidden="true" />
}
