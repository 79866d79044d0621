import { HttpResponse, http } from 'msw'
import type {
  ConfirmationOut,
  ListedPaymentOut,
  PaymentRecordOut,
  ReceiptOut,
  TaxYearOut,
} from '@/api/generated/types.gen'

const AT = '2026-11-20T15:00:00Z'

export function aRecord(changes: Partial<PaymentRecordOut> = {}): PaymentRecordOut {
  return {
    id: 'pay-1',
    date: AT,
    tax_year: 2026,
    order_id: 'order-1',
    order_number: 10001,
    service_type: 'delivery',
    description: 'Two boxes of books',
    pickup_address: '1515 Broadway, New York, NY 10036',
    delivery_address: '200 Bedford Ave, Brooklyn, NY 11249',
    driver_name: 'Dee Driver',
    payment_method: { brand: 'visa', last4: '4242' },
    amount_cents: 2706,
    refund_amount_cents: 0,
    refunded_cents: 0,
    status: 'completed',
    receipt_id: 'rcp-1',
    receipt_number: 'MN202611200001',
    confirmation_id: 'cnf-1',
    simulated: true,
    dispute: null,
    ...changes,
  }
}

export function aReceipt(changes: Partial<ReceiptOut> = {}): ReceiptOut {
  return {
    id: 'rcp-1',
    receipt_number: 'MN202611200001',
    confirmation_id: 'cnf-1',
    payment_id: 'pay-1',
    order_id: 'order-1',
    order_number: 10001,
    issued_at: AT,
    paid_at: AT,
    customer_info: { name: 'Ann Example', email: 'ann@example.com' },
    service_details: {
      pickup_address: '1515 Broadway, New York, NY 10036',
      delivery_address: '200 Bedford Ave, Brooklyn, NY 11249',
      service_type: 'delivery',
      description: 'Two boxes of books',
    },
    fare_breakdown: {
      base_fee_cents: 500,
      distance_fee_cents: 1500,
      time_fee_cents: 0,
      service_fee_cents: 500,
      helper_fee_cents: 0,
      tip_cents: 0,
      taxes_cents: 206,
      total_cents: 2706,
    },
    payment_method: { brand: 'visa', last4: '4242' },
    refund_cents: 0,
    refunded_cents: 0,
    simulated: true,
    ...changes,
  }
}

export function aConfirmation(changes: Partial<ConfirmationOut> = {}): ConfirmationOut {
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  return {
    id: 'cnf-1',
    confirmation_number: 'AB12C-DE34F',
    receipt_id: 'rcp-1',
    order_id: 'order-1',
    order_status: 'assigned',
    processed_at: AT,
    driver_assignment: {
      driver_name: 'Dee Driver',
      driver_phone: '+1 (212) 555-0177',
      vehicle_info: '2021 Ford Transit',
      estimated_arrival: soon(12),
      driver: {
        id: 'drv-1',
        name: 'Dee Driver',
        phone: '+1 (212) 555-0177',
        can_call: true,
        rating: 4.8,
        total_jobs: 12,
        license_plate: null,
        photo_id: null,
        vehicle: {
          type: 'van',
          make: 'Ford',
          model: 'Transit',
          year: 2021,
          color: null,
          capacity_pounds: 3000,
          capacity_cubic_feet: 250,
        },
      },
    },
    estimated_delivery: { pickup_time: soon(12), pickup_until: null, delivery_time: soon(40) },
    timeline: [
      { label: 'Order Confirmed', at: AT },
      { label: 'Driver En Route', at: null },
      { label: 'Pickup Complete', at: null },
      { label: 'Delivered', at: null },
    ],
    receipt: aReceipt(),
    ...changes,
  }
}

const NOTHING = { delivery_cents: 0, moving_cents: 0, pickup_cents: 0 }

export function aTaxYear(changes: Partial<TaxYearOut> = {}): TaxYearOut {
  return {
    tax_year: 2026,
    total_spent_cents: 10_000,
    total_orders: 3,
    average_order_cents: 3_333,
    taxes_cents: 762,
    by_service: { delivery_cents: 2_500, moving_cents: 7_500, pickup_cents: 0 },
    by_month: [
      { ...NOTHING, delivery_cents: 2_500, moving_cents: 7_500 },
      ...Array.from({ length: 11 }, () => NOTHING),
    ],
    years: [2026, 2025],
    ...changes,
  }
}

/** A server with these payments; `seen` has the questions and what was mailed. */
export function paymentApi(records: PaymentRecordOut[], year = aTaxYear()) {
  const seen = { asked: [] as URLSearchParams[], mailed: [] as unknown[], printed: [] as string[] }
  const handlers = [
    http.get('*/api/v1/payments/history', ({ request }) => {
      seen.asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items: records, next: null })
    }),
    http.get('*/api/v1/payments/tax-year', () => HttpResponse.json(year)),
    http.get('*/api/v1/receipts/:id', () => HttpResponse.json(aReceipt())),
    http.post('*/api/v1/receipts/:id/email', async ({ request }) => {
      const body = (await request.json()) as { address: string | null }
      seen.mailed.push(body)
      return HttpResponse.json({ address: body.address ?? 'ann@example.com' })
    }),
    http.post('*/api/v1/receipts/:id/pdf', ({ params }) => {
      seen.printed.push(String(params.id))
      return HttpResponse.json({ url: '/api/v1/documents/receipt/x', expires_at: AT })
    }),
    http.post('*/api/v1/payments/tax-year/:year/pdf', ({ params }) => {
      seen.printed.push(String(params.year))
      return HttpResponse.json({ url: '/api/v1/documents/tax_summary/x', expires_at: AT })
    }),
  ]
  return { seen, handlers }
}

export function aPaymentOfAnybody(changes: Partial<ListedPaymentOut> = {}): ListedPaymentOut {
  return {
    id: 'pay-1',
    order_id: 'order-1',
    customer_id: 'user-ann',
    provider_reference: 'pi_1',
    purpose: 'order',
    status: 'succeeded',
    dispute: null,
    amount_cents: 2706,
    processing_fee_cents: 108,
    refund_requested_cents: 0,
    refunded_cents: 0,
    refundable_cents: 2706,
    currency: 'usd',
    simulated: true,
    card_brand: 'visa',
    card_last4: '4242',
    decline_reason: null,
    created_at: AT,
    updated_at: AT,
    order_number: 10007,
    customer_name: 'Ann Example',
    customer_email: 'ann@example.com',
    open_claim_id: null,
    receipt_id: 'rcp-1',
    ...changes,
  }
}
