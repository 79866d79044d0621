import type { SplitOut } from '@/api/generated/types.gen'

const AT = '2026-11-20T15:00:00Z'

/** A fare of $27.06 whose share reached its driver. */
export function aSplit(changes: Partial<SplitOut> = {}): SplitOut {
  return {
    id: 'spl-1',
    order_id: 'order-1',
    order_number: 10001,
    payment_intent_id: 'pay-1',
    kind: 'fare',
    policy: 'split_50_50',
    policy_version: 1,
    total_amount_cents: 2706,
    taxes_cents: 206,
    processing_fees_cents: 108,
    driver_amount_cents: 1196,
    platform_amount_cents: 1196,
    refunded_cents: 0,
    driver_refunded_cents: 0,
    platform_refunded_cents: 0,
    taxes_refunded_cents: 0,
    split_status: 'completed',
    disputed: false,
    frozen_at: null,
    held_at: null,
    driver_name: 'Dee Driver',
    attempts: 1,
    can_retry: false,
    created_at: AT,
    earned_at: AT,
    completed_at: AT,
    driver_transfer_id: 'tr_1',
    failure_reason: null,
    ...changes,
  }
}
