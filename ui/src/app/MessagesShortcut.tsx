import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { unreadOptions } from '@/shared/messaging/queries'
import { useSendPendingConsent } from '@/shared/messaging/useSendPendingConsent'
import classes from './AccountArea.module.css'

const UnreadDialog = lazy(() => import('@/shared/messaging/UnreadDialog'))

/** How many messages wait, and the way to them (PUB-03). Fetched for whoever is signed in alone. */
export default function MessagesShortcut(props: { party: 'customer' | 'driver'; userId: string }) {
  useSendPendingConsent(props.userId)
  const [isOpen, setOpen] = useState(false)
  const unread = useQuery(unreadOptions()).data?.unread ?? 0
  return (
    <>
      <button
        type="button"
        className={classes.shortcut}
        aria-haspopup="dialog"
        data-leaves
        onClick={() => setOpen(true)}
      >
        <span className={classes.unread}>
          <IconMessage size={20} aria-hidden="true" />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
        <span>Messages{unread > 0 && ` (${unread} new)`}</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <UnreadDialog party={props.party} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
