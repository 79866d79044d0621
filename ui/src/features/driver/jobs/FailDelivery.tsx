import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { OrderOut } from '@/api/generated/types.gen'
import classes from './Job.module.css'

const FailureDialog = lazy(() => import('./FailureDialog'))

type Failing = Pick<OrderOut, 'id' | 'number' | 'picked_up_at'>

/** The way out of a job that cannot be done; what it leads to is said before it is chosen. */
export function FailDelivery({ order }: { order: Failing }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" className={classes.handBack} onClick={() => setOpen(true)}>
        {order.picked_up_at === null ? 'Can’t Pick Up' : 'Can’t Deliver'}
      </Button>
      {isOpen && (
        <Suspense>
          <FailureDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
