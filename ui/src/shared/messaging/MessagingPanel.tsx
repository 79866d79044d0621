import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { CallOut, ThreadOut } from '@/api/generated/types.gen'
import { useSession } from '@/auth/session'
import { DataPanel } from '@/components/DataPanel'
import { useIsOnline } from '@/components/useIsOnline'
import { CallButton } from './CallButton'
import { CallOutcome } from './CallOutcome'
import { Composer } from './Composer'
import { ConfirmByTyping } from './ConfirmByTyping'
import { Log } from './Log'
import classes from './MessagingPanel.module.css'
import { QuickTemplates } from './QuickTemplates'
import type { Party } from './queries'
import { useIsSeen } from './useIsSeen'
import { useMarkRead, useThread } from './useThread'

const SettingsDialog = lazy(() => import('./SettingsDialog'))

export type MessagingProps = {
  orderId: string
  party: Party
  /** What is known here of what the server fills into quick messages. */
  known?: Readonly<Record<string, string | undefined>>
  /** `mount` is a phone in a car mount: large, quick messages first (DRV-14). */
  size?: 'page' | 'mount'
  /** In a car mount nothing is typed while it moves, unless somebody asks for it. */
  mayType?: boolean
  /** Where a dialog has said already what this is. */
  withoutTitle?: boolean
  /** Once an order has ended, nobody asks how long it takes. */
  withoutTemplates?: boolean
}

/** The messages between a customer and their driver about one order (MSG-05, MSG-06). */
export function MessagingPanel(props: MessagingProps) {
  const { user } = useSession()
  return user && <Panel key={`${user.id} ${props.orderId}`} {...props} userId={user.id} />
}

function Panel(props: MessagingProps & { userId: string }) {
  const { orderId, party, userId, size = 'page' } = props
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const thread = useThread(orderId, userId)
  const { query } = thread
  useMarkRead({ orderId, party, isSeen: useIsSeen(panel), thread: query })
  const newest = query.data?.pages[0]
  const head = <Head {...props} heading={heading} size={size} newest={newest} />
  return (
    <section
      ref={panel}
      className={classes.panel}
      data-size={size}
      aria-labelledby={props.withoutTitle ? undefined : heading}
      aria-label={props.withoutTitle ? 'Messages' : undefined}
    >
      {size === 'page' && head}
      <DataPanel
        query={{ ...query, error: newest ? null : query.error }}
        failure="The messages could not be loaded"
        skeleton={<div className={classes.skeleton} data-size={size} />}
      >
        {({ pages }) => <Conversation {...props} size={size} thread={thread} pages={pages} />}
      </DataPanel>
      {size === 'mount' && head}
    </section>
  )
}

function Head(
  props: MessagingProps & {
    heading: string
    size: 'page' | 'mount'
    newest: ThreadOut | undefined
  },
) {
  const { newest, size } = props
  const [isOpen, setOpen] = useState(false)
  const isOnline = useIsOnline()
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        {!props.withoutTitle && <h2 id={props.heading}>Messages</h2>}
        <p className={classes.state} role="status" data-offline={!isOnline || undefined}>
          {isOnline
            ? newest?.contact?.name && `With ${newest.contact.name}`
            : 'Offline. What you write is kept.'}
        </p>
      </div>
      <div className={classes.tools}>
        {newest?.contact?.can_call && (
          <CallButton
            orderId={props.orderId}
            phone={newest.contact.phone}
            size={size === 'mount' ? 'md' : 'compact-md'}
          >
            Call instead
          </CallButton>
        )}
        <ActionIcon
          variant="default"
          size={size === 'mount' ? 56 : 44}
          radius="md"
          aria-label="Message settings"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconSettings size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function Conversation(
  props: MessagingProps & {
    userId: string
    size: 'page' | 'mount'
    thread: ReturnType<typeof useThread>
    pages: readonly ThreadOut[]
  },
) {
  const { orderId, userId, party, size, pages, thread } = props
  const { query, sending, outgoing } = thread
  const { user } = useSession()
  const [noting, setNoting] = useState<CallOut | null>(null)
  const contact = pages[0]?.contact ?? null
  const other = contact?.name || (party === 'customer' ? 'Your driver' : 'The customer')
  const names = {
    [`${party}_name`]: user?.name,
    ...(contact && { [`${contact.type}_name`]: contact.name || 'there' }),
  }
  const canSend = pages[0]?.can_send ?? false
  const templates = canSend && !props.withoutTemplates && (
    <QuickTemplates
      party={party}
      sending={sending}
      outgoing={outgoing}
      values={{ ...props.known, ...names }}
      size={size}
    />
  )
  const composer = {
    orderId,
    userId,
    sending,
    outgoing,
    size,
    label: contact ? `Message ${contact.name}` : 'Message',
  }
  return (
    <div className={classes.body}>
      {size === 'mount' && templates}
      <Log
        pages={pages}
        party={party}
        other={other}
        outgoing={outgoing}
        sending={sending}
        size={size}
        onNote={setNoting}
        older={query.hasNextPage ? () => query.fetchNextPage() : null}
        isLoadingOlder={query.isFetchingNextPage}
      />
      {noting && <CallOutcome key={noting.id} call={noting} onClose={() => setNoting(null)} />}
      {size === 'page' && templates}
      {!canSend && <p className={classes.closed}>{pages[0]?.cannot_send_reason}</p>}
      {canSend &&
        (size === 'mount' ? (
          <ConfirmByTyping mayType={props.mayType ?? true} composer={composer} />
        ) : (
          <Composer {...composer} />
        ))}
    </div>
  )
}
