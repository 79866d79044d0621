import { Button } from '@mantine/core'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import classes from './Rescheduling.module.css'

const PickupTimes = lazy(() => import('./PickupTimes'))

/** Another pickup time at the same price, until the driver sets out (OP-26). */
export function RescheduleOrder({ order, now }: { order: TrackingOut['order']; now: number }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const block = useRef<HTMLDivElement>(null)
  if (order.en_route_at !== null) return null
  return (
    <div ref={block} className={classes.block}>
      <Button
        variant="default"
        fullWidth
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Change Pickup Time
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <PickupTimes
              order={order}
              now={now}
              onShown={() => block.current?.scrollIntoView({ block: 'start' })}
              onDone={() => setOpen(false)}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
