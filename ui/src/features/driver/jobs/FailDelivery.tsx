import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { OrderOut } from '@/api/generated/types.gen'
import type { Why } from '../outbox/outbox'
import classes from './Job.module.css'

const FailureDialog = lazy(() => import('./FailureDialog'))

type Failing = Pick<OrderOut, 'id' | 'number' | 'picked_up_at'>

/** The way out of a job that cannot be done; what it leads to is said before it is chosen. */
export function FailDelivery(props: {
  order: Failing
  /** The server does not know yet how far the job is. */
  isAhead?: boolean
  /** Takes the driver's word where it is told later; without it the server is asked at once. */
  onFail?: (why: Why) => void
}) {
  const { order } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" className={classes.handBack} onClick={() => setOpen(true)}>
        {order.picked_up_at === null ? 'Can’t Pick Up' : 'Can’t Deliver'}
      </Button>
      {isOpen && (
        <Suspense>
          <FailureDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
