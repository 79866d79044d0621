import {
  acceptOrder,
  completeOrder,
  confirmPickup,
  confirmReturn,
  deliverAfterAll,
  handBackOrder,
  setOutForOrder,
  startOrder,
} from '@/api/generated/sdk.gen'
import type { OrderOut } from '@/api/generated/types.gen'

/** The steps of a job in the order in which they are done; handing back ends it early. */
export const STEPS = {
  accept: { label: 'Accept', ask: acceptOrder, done: 'The job is yours.', failed: '' },
  setOut: {
    label: 'On My Way',
    ask: setOutForOrder,
    done: 'The customer sees that you are on your way.',
    failed: '',
  },
  start: {
    label: 'Start Delivery',
    ask: startOrder,
    done: 'Delivery started.',
    failed: 'Error starting delivery: ',
  },
  pickUp: { label: 'Confirm Pickup', ask: confirmPickup, done: 'Pickup confirmed.', failed: '' },
  complete: {
    label: 'Stop Delivery',
    ask: completeOrder,
    done: 'Delivery completed.',
    failed: 'Error stopping delivery: ',
  },
  giveBack: { label: 'Confirm Return', ask: confirmReturn, done: 'Items returned.', failed: '' },
  afterAll: {
    label: 'Deliver After All',
    ask: deliverAfterAll,
    done: 'The delivery goes on.',
    failed: '',
  },
  handBack: {
    label: 'Release Job',
    ask: handBackOrder,
    done: 'The job was handed back.',
    failed: '',
  },
}

export type Step = keyof typeof STEPS

/** What a driver does next with an order in hand. */
export function nextStep(order: OrderOut): Step {
  if (order.failure) return 'giveBack'
  if (order.status === 'in_progress') return order.picked_up_at === null ? 'pickUp' : 'complete'
  if (order.accepted_at === null) return 'accept'
  return order.en_route_at === null ? 'setOut' : 'start'
}

/** Where the driver is to go now: to the delivery once the items are on board, unless they go back. */
export function whereTo(order: OrderOut) {
  return order.picked_up_at === null || order.failure
    ? { word: 'pickup', place: order.pickup_location }
    : { word: 'delivery', place: order.delivery_location }
}

/** Opens the device's own navigation where it has one, and the web's otherwise. */
export function navigationTo(place: { lat: number; lng: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${place.lat},${place.lng}&travelmode=driving`
}
