import type { DeliveryOut } from '@/api/generated/types.gen'
import { anOrder } from './orders'

/** A delivery that its driver has accepted and not set out for. */
export function aDelivery(changes: Partial<DeliveryOut> = {}): DeliveryOut {
  const order = anOrder()
  return {
    id: 'dlv-1',
    order_id: order.id,
    order_number: order.number,
    driver_id: 'drv-1',
    service_type: order.service_type,
    status: 'pending',
    pickup_location: order.pickup_location,
    dropoff_location: order.delivery_location,
    contact_name: 'Ann Example',
    contact_phone: '+1 212 555 0100',
    can_call: true,
    pickup_access: null,
    dropoff_access: null,
    items_description: order.items_description,
    items: order.items,
    item_notes: order.item_notes,
    helpers: order.helpers,
    scheduled_time: null,
    scheduled_until: null,
    set_out_from: null,
    accepted_at: '2026-11-20T15:00:00Z',
    en_route_at: null,
    start_time: null,
    picked_up_at: null,
    end_time: null,
    duration: null,
    estimated_duration: 31,
    estimated_distance: 6.1,
    actual_distance: null,
    efficiency: null,
    asks: null,
    failure: null,
    asks_pin: false,
    has_proof: false,
    far_from: null,
    far_meters: 150,
    timer: {
      as_of: new Date().toISOString(),
      is_running: false,
      is_paused: false,
      current_duration: 0,
      estimated_completion: null,
      pauses: [],
    },
    geofence_events: [],
    payout_calculation: {
      policy: 'split_50_50',
      lines: [
        { line: 'subtotal', cents: 2500 },
        { line: 'processing_fee', cents: -108 },
        { line: 'platform_share', cents: -1196 },
      ],
      driver_cents: 1196,
      is_earned: false,
      is_frozen: false,
    },
    ...changes,
  }
}

/** The same under way since *start*. */
export function aRunningDelivery(start: string, changes: Partial<DeliveryOut> = {}): DeliveryOut {
  const delivery = aDelivery({ status: 'in_progress', en_route_at: start, start_time: start })
  const timer = { ...delivery.timer, is_running: true }
  return { ...delivery, timer, ...changes }
}
