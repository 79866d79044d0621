import { useQueryClient } from '@tanstack/react-query'
import {
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import type { DriverJobOut, OrderOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import { toast } from '@/components/toast'
import { ProofForm } from '@/shared/proof/ProofForm'
import { proofBoxOf } from './useProofBox'

/** What a proof needs to know of a job. */
export type ProvedJob = Pick<DriverJobOut, 'asks_pin'> & {
  order: Pick<OrderOut, 'id' | 'number' | 'status' | 'driver_id' | 'contact_name'>
}

/** Where a driver proves a delivery, which ends it if it has not ended yet. */
export function ProofDialog(props: {
  job: ProvedJob
  onClose: () => void
  /** Ends the delivery with nothing to show for it; not where the customer's PIN belongs to it. */
  onWithout?: () => void
}) {
  const { order, asks_pin } = props.job
  const queries = useQueryClient()
  const isOver = order.status === 'completed'
  return (
    <Dialog title="Proof of Delivery" onClose={props.onClose}>
      <ProofForm
        orderNumber={order.number}
        contactName={order.contact_name}
        asksPin={asks_pin}
        submitLabel={isOver ? 'Save Proof' : 'Complete Delivery'}
        onCancel={props.onClose}
        onWithout={asks_pin || isOver ? undefined : props.onWithout}
        onSubmit={async (draft) => {
          const sent = await proofBoxOf(order.driver_id ?? '').add(order, draft)
          if (sent === 'queued') {
            toast.info('No connection. The proof is kept here and sent once it is back.', {
              id: `job-${order.id}`,
            })
          } else {
            toast.success(isOver ? 'Proof saved.' : 'Delivery completed.', {
              id: `job-${order.id}`,
            })
          }
          props.onClose()
          void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
          void queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
        }}
      />
    </Dialog>
  )
}
