import { useState } from 'react'
import type { OrderOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf, newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { useRelease } from '../queries'

/** Takes the order from its driver, for whoever comes first. */
export function Releasing(props: { order: OrderOut; driverName: string; onClose: () => void }) {
  const { order, driverName } = props
  const { mutate, isPending, error } = useRelease(props.onClose)
  const [key] = useState(newIdempotencyKey)
  return (
    <DecisionDialog
      title={`Take order #${order.number} from ${driverName}?`}
      label="Reason (kept with the order)"
      confirm="Release to Pool"
      isDangerous
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(reason) =>
        mutate({
          path: { order_id: order.id },
          body: { reason },
          headers: { 'Idempotency-Key': idempotencyKeyOf(`${key} ${reason}`) },
        })
      }
      onClose={props.onClose}
    >
      <p>
        The best matches are asked in turn, then everyone around. {driverName} and the customer are
        told by mail, and the customer can cancel free of charge.
      </p>
    </DecisionDialog>
  )
}
