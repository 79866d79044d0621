import { CallButton } from '@/shared/messaging/CallButton'
import type { Access } from './access'

/** One tap to the contact of one end, where there is one and the customer wants calls. */
export function CallContact(props: {
  orderId: string
  stop: 'pickup' | 'dropoff'
  access: Access | null
  canCall: boolean
}) {
  const { access } = props
  if (!props.canCall || !access?.contact_phone) return null
  return (
    <CallButton orderId={props.orderId} stop={props.stop} phone={access.contact_phone}>
      {`Call ${access.contact_name || 'Contact'}`}
    </CallButton>
  )
}
