import type { ConfirmationOut } from '@/api/generated/types.gen'
import { ConfirmationScreen } from './ConfirmationScreen'

const MINUTE = 60_000

/** The confirmation of the sample order: the same for everybody, and said to be a sample (PAY-25). */
export default function SampleConfirmation() {
  return <ConfirmationScreen confirmation={aSample(Date.now())} isSample />
}

function aSample(now: number): ConfirmationOut {
  const iso = (minutes: number) => new Date(now + minutes * MINUTE).toISOString()
  const paid = iso(-3)
  return {
    id: 'demo',
    confirmation_number: 'DEMO0-ORDER',
    receipt_id: 'demo',
    order_id: 'demo-order',
    order_status: 'assigned',
    processed_at: paid,
    driver_assignment: {
      driver_name: 'Alex Sample',
      driver_phone: null,
      vehicle_info: '2022 Ford Transit',
      estimated_arrival: iso(12),
      driver: {
        id: 'sample',
        name: 'Alex Sample',
        phone: null,
        can_call: false,
        rating: 4.9,
        total_jobs: 212,
        license_plate: null,
        photo_id: null,
        vehicle: {
          type: 'van',
          make: 'Ford',
          model: 'Transit',
          year: 2022,
          color: null,
          capacity_pounds: 3000,
          capacity_cubic_feet: 250,
        },
      },
    },
    estimated_delivery: { pickup_time: iso(12), pickup_until: null, delivery_time: iso(38) },
    timeline: [
      { label: 'Order Confirmed', at: paid },
      { label: 'Driver En Route', at: null },
      { label: 'Pickup Complete', at: null },
      { label: 'Delivered', at: null },
    ],
    receipt: {
      id: 'demo',
      receipt_number: 'MN202601010000',
      confirmation_id: 'demo',
      payment_id: 'demo',
      order_id: 'demo-order',
      order_number: 12345,
      issued_at: paid,
      paid_at: paid,
      customer_info: { name: 'Sam Sample', email: 'sam@example.com' },
      service_details: {
        pickup_address: '89 E 42nd St, New York, NY 10017',
        delivery_address: '200 Bedford Ave, Brooklyn, NY 11249',
        service_type: 'delivery',
        description: 'A desk lamp and two boxes of books',
      },
      fare_breakdown: {
        base_fee_cents: 1500,
        distance_fee_cents: 1020,
        time_fee_cents: 1480,
        service_fee_cents: 0,
        helper_fee_cents: 0,
        tip_cents: 0,
        taxes_cents: 330,
        total_cents: 4330,
      },
      payment_method: { brand: 'visa', last4: '4242' },
      refund_cents: 0,
      refunded_cents: 0,
      simulated: true,
    },
  }
}
