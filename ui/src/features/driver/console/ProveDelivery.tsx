import type { DeliveryOut } from '@/api/generated/types.gen'
import { ProofDialog } from '../proof/ProofDialog'

/** The end of a delivery: its proof, kept on the device like everything else until it can be sent. */
export function ProveDelivery(props: {
  delivery: DeliveryOut
  onClose: () => void
  onWithout: () => void
  onSent: () => void
}) {
  const { delivery } = props
  const order = {
    id: delivery.order_id,
    number: delivery.order_number,
    status: 'in_progress' as const,
    driver_id: delivery.driver_id,
    contact_name: delivery.contact_name,
  }
  return (
    <ProofDialog
      job={{ order, asks_pin: delivery.asks_pin }}
      onClose={() => {
        props.onClose()
        props.onSent()
      }}
      onWithout={() => {
        props.onClose()
        props.onWithout()
      }}
    />
  )
}
