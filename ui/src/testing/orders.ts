import type { OrderOut } from '@/api/generated/types.gen'
import { sampleAt } from '@/features/tracking/sample'

const AT = '2026-11-20T15:00:00Z'

/** The sample order as it was when paid: from Midtown to Williamsburg, and nobody drives it yet. */
export function anOrder(changes: Partial<OrderOut> = {}): OrderOut {
  return {
    ...sampleAt(0, Date.parse(AT)).order,
    id: 'order-1',
    number: 10001,
    customer_id: 'user-ann',
    driver_id: null,
    chosen_driver_id: null,
    quote_id: 'quote-1',
    pickup_location: { lat: 40.758, lng: -73.985, address: '1515 Broadway, New York, NY 10036' },
    delivery_location: {
      lat: 40.714,
      lng: -73.961,
      address: '200 Bedford Ave, Brooklyn, NY 11249',
    },
    contact_name: 'Ann Example',
    contact_phone: '+1 212 555 0100',
    items_description: 'Two boxes of books',
    items: [],
    item_notes: '',
    helpers: 0,
    distance: 6.1,
    estimated_duration: 31,
    urgency: 'low',
    status: 'pending',
    tracking_status: 'confirmed',
    timeline: [],
    paid_at: AT,
    assigned_at: null,
    accepted_at: null,
    en_route_at: null,
    started_at: null,
    picked_up_at: null,
    created_at: AT,
    updated_at: AT,
    ...changes,
  }
}
