import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconCircleDot,
  IconClock,
  IconCreditCard,
  IconFileInvoice,
  IconPackage,
  IconReceiptRefund,
  IconTruckDelivery,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import type {
  OrderStatus,
  PaymentStatus,
  RecordStatus,
  TrackingStatus,
} from '@/api/generated/types.gen'
import { Badge, type Look } from './Badge'

const TRACKING = {
  confirmed: { label: 'Confirmed', tone: 'calm', icon: IconCircleDot },
  driver_assigned: { label: 'Driver assigned', tone: 'calm', icon: IconUserCheck },
  in_transit: { label: 'In transit', tone: 'live', icon: IconTruckDelivery },
  delivered: { label: 'Delivered', tone: 'good', icon: IconCheck },
} satisfies Record<TrackingStatus, Look>

const ORDER = {
  pending: { label: 'Pending', tone: 'calm', icon: IconClock },
  assigned: { label: 'Assigned', tone: 'calm', icon: IconUserCheck },
  in_progress: { label: 'In progress', tone: 'live', icon: IconTruckDelivery },
  completed: { label: 'Completed', tone: 'good', icon: IconCheck },
  cancelled: { label: 'Canceled', tone: 'bad', icon: IconX },
} satisfies Record<OrderStatus, Look>

const PAYMENT = {
  unpaid: { label: 'Awaiting payment', tone: 'warn', icon: IconAlertTriangle },
  paid: { label: 'Paid', tone: 'good', icon: IconCreditCard },
  invoiced: { label: 'Invoiced', tone: 'calm', icon: IconFileInvoice },
} satisfies Record<PaymentStatus, Look>

const BUSINESS = {
  picked_up: { label: 'Picked up', tone: 'live', icon: IconPackage },
} satisfies Record<string, Look>

/** What became of a payment; one that is completed looks like an order that is. */
const RECORD = {
  refunded: { label: 'Refunded', tone: 'calm', icon: IconReceiptRefund },
  disputed: { label: 'Disputed', tone: 'warn', icon: IconAlertTriangle },
  failed: { label: 'Failed', tone: 'bad', icon: IconX },
} satisfies Record<Exclude<RecordStatus, 'completed'>, Look>

const LOOKS: Record<Status, Look> = { ...TRACKING, ...ORDER, ...PAYMENT, ...BUSINESS, ...RECORD }

export type Status =
  | OrderStatus
  | TrackingStatus
  | PaymentStatus
  | RecordStatus
  | keyof typeof BUSINESS

export const STATUSES = Object.keys(LOOKS) as Status[]

/** What a payment is called of which something went back, or is on its way. */
export function refundLabel(refundCents: number, paidCents: number): string {
  return refundCents < paidCents ? 'Partly refunded' : 'Refunded'
}

/** What a status is called on every screen. */
export function statusLabel(status: Status): string {
  return LOOKS[status].label
}

/** A status as icon, word and tint: the tint alone never carries it. */
export function StatusBadge({ status, label }: { status: Status; label?: string }) {
  // A server that is newer than this page may name a status that it does not know.
  const { label: word, tone, icon } = LOOKS[status] ?? unknown(status)
  return (
    <Badge tone={tone} icon={icon} isWhole>
      {label ?? word}
    </Badge>
  )
}

function unknown(status: string): Look {
  return { label: status.replaceAll('_', ' '), tone: 'calm', icon: IconCircleDashed }
}
