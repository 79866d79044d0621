import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { DeliveryOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import classes from './JustEarned.module.css'
import { isInHand } from './useDeliveries'

/** What the delivery that has just ended on this screen brought, above all else, until it is read. */
export function JustEarned({ deliveries }: { deliveries: readonly DeliveryOut[] }) {
  const delivery = useJustEnded(deliveries)
  const [read, setRead] = useState<string | null>(null)
  const payout = delivery?.payout_calculation
  const notice = useRef<HTMLDivElement>(null)
  const shown = delivery?.order_id
  useEffect(() => {
    if (shown !== undefined) notice.current?.scrollIntoView?.({ block: 'center' })
  }, [shown])
  if (!delivery || delivery.order_id === read) return null
  return (
    <div ref={notice} className={classes.earned} role="status">
      <div>
        <p className={classes.order}>Order #{delivery.order_number}: delivery completed.</p>
        {payout?.is_earned && (
          <p className={classes.pay}>
            You earned <Money cents={payout.driver_cents} />.
          </p>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Dismiss"
        onClick={() => setRead(delivery.order_id)}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
      <ButtonLink
        to="/driver-dashboard"
        search={{ tab: 'instant-payouts' }}
        variant="default"
        className={classes.link}
      >
        See Payouts
      </ButtonLink>
    </div>
  )
}

/** The last one that was in hand on this screen and is completed by now. */
function useJustEnded(deliveries: readonly DeliveryOut[]): DeliveryOut | undefined {
  const known = useRef(new Set<string>())
  useEffect(() => {
    for (const it of deliveries) if (isInHand(it)) known.current.add(it.order_id)
  }, [deliveries])
  return deliveries
    .filter(({ order_id, status }) => status === 'completed' && known.current.has(order_id))
    .toSorted((a, b) => (b.end_time ?? '').localeCompare(a.end_time ?? ''))[0]
}
