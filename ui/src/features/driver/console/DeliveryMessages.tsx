import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { unreadBy } from '@/shared/messaging/entries'
import { threadOptions, unreadOptions } from '@/shared/messaging/queries'
import classes from './DeliveryMessages.module.css'

const MessagingPanel = lazy(async () => ({
  default: (await import('@/shared/messaging/MessagingPanel')).MessagingPanel,
}))

/**
 * What the customer writes, to be read at a glance, and the messages unfolded on purpose, above the
 * button of the next step (DRV-14).
 */
export function DeliveryMessages(props: {
  delivery: DeliveryOut
  /** The one that the driver is on, whose next step stays at the foot of the screen. */
  isCurrent: boolean
  isMoving: boolean
}) {
  const { delivery } = props
  const [isOpen, setOpen] = useState(false)
  const { count, newest } = useUnread(delivery.order_id, isOpen)
  const id = `messages-${delivery.order_id}`
  const place = useScrollIntoView(isOpen)
  return (
    <div
      ref={place}
      className={classes.messages}
      data-new={(props.isCurrent && newest !== undefined) || undefined}
    >
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconMessage2 size={24} aria-hidden="true" />
        <span className={classes.words}>
          <span>Messages {count > 0 && <span className={classes.count}>{count} new</span>}</span>
          {newest && <span className={classes.newest}>{newest}</span>}
        </span>
        <IconChevronDown size={22} aria-hidden="true" className={classes.chevron} />
      </button>
      <VisuallyHidden role="status">
        {newest && `${delivery.contact_name} writes: ${newest}`}
      </VisuallyHidden>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<div className={classes.skeleton} />}>
            <MessagingPanel
              orderId={delivery.order_id}
              party="driver"
              size="mount"
              mayType={!props.isMoving}
              known={knownOf(delivery)}
              withoutTitle
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** What is unfolded comes into sight, from its beginning: whoever holds a phone has no hand to scroll it up. */
function useScrollIntoView(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView?.({ block: 'start' })
  }, [isOpen])
  return place
}

/** Before the panel is opened: how many there are, and the latest of them in full. */
function useUnread(orderId: string, isOpen: boolean) {
  const { data } = useQuery(unreadOptions())
  const count = data?.orders.find((each) => each.order_id === orderId)?.unread ?? 0
  const isWanted = !isOpen && count > 0
  const thread = useInfiniteQuery({ ...threadOptions(orderId), enabled: isWanted })
  if (!isWanted) return { count: 0, newest: undefined }
  return { count, newest: thread.data && unreadBy('driver', thread.data.pages).at(-1)?.message }
}

function knownOf(delivery: DeliveryOut) {
  return {
    order_number: String(delivery.order_number),
    customer_name: delivery.contact_name ?? undefined,
    pickup_address: delivery.pickup_location.address,
    dropoff_address: delivery.dropoff_location.address,
  }
}
