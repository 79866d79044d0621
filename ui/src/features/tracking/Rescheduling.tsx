import { Button } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import classes from './Rescheduling.module.css'

const PickupTimes = lazy(() => import('./PickupTimes'))

/** Another pickup time at the same price, until the driver sets out (OP-26). */
export function RescheduleOrder({ order, now }: { order: TrackingOut['order']; now: number }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (order.en_route_at !== null) return null
  return (
    <div className={classes.block}>
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
            <PickupTimes order={order} now={now} onDone={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
