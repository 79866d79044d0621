import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { authenticatePayment, confirmPayment, settlePayment } from '@/api/generated/sdk.gen'
import type { ConfirmIn, OrderOut, PaymentOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf, newIdempotencyKey } from '@/api/idempotencyKeys'
import { codeOf, isWorthRetrying } from '@/api/problem'

/** A paid order, and who drives it: null when the chosen driver was taken, left out when unknown. */
export type PaidOrder = Pick<OrderOut, 'id'> & Partial<Pick<OrderOut, 'driver_id'>>

/** There is nothing to pay yet; the button says so by being disabled. */
export class NotInitialized extends Error {
  constructor() {
    super('Payment not initialized. Please refresh and try again.')
  }
}

interface Outcome {
  payment: PaymentOut
  order: OrderOut
}

interface Attempt {
  key: string
  of: string
}

/**
 * Charges the payment. Every attempt has a key of its own; only an attempt whose answer never came
 * is sent again under the same one, so that it cannot be charged twice.
 */
export function useCharge(payment: PaymentOut | undefined, onPaid: (order: PaidOrder) => void) {
  const unanswered = useRef<Attempt | null>(null)

  const attempt = async (of: string, send: (key: string) => Promise<Outcome>): Promise<Outcome> => {
    if (!payment) throw new NotInitialized()
    const known =
      unanswered.current?.of === of ? unanswered.current : { key: newIdempotencyKey(), of }
    unanswered.current = known
    try {
      const answer = await send(known.key)
      unanswered.current = null
      return answer
    } catch (error) {
      if (codeOf(error) !== undefined) unanswered.current = null
      const isOpen = isTakenElsewhere(error) || isUndecided(error)
      const paid = isOpen ? await whatPaid(payment) : undefined
      if (!paid) throw error
      unanswered.current = null
      return settle(paid)
    }
  }

  const settle = (outcome: Outcome) => {
    if (outcome.payment.status === 'succeeded') onPaid(outcome.order)
    return outcome
  }

  const confirm = useMutation({
    mutationFn: (body: ConfirmIn) =>
      attempt(idempotencyKeyOf(JSON.stringify(body)), async (key) => {
        const { data } = await confirmPayment({
          path: { payment_id: payment?.id ?? '' },
          body,
          headers: { 'Idempotency-Key': key },
          throwOnError: true,
        })
        return settle(data)
      }),
  })
  const authenticate = useMutation({
    mutationFn: (approved: boolean) =>
      attempt(`approved ${approved}`, async (key) => {
        const { data } = await authenticatePayment({
          path: { payment_id: payment?.id ?? '' },
          body: { approved },
          headers: { 'Idempotency-Key': key },
          throwOnError: true,
        })
        return settle(data)
      }),
  })
  return { confirm, authenticate }
}

/** Whether another tab, or an attempt whose answer was lost, has this payment in hand. */
export function isTakenElsewhere(error: unknown): boolean {
  return ['payment_in_progress', 'conflict'].includes(codeOf(error) ?? '')
}

/** No answer came, or the provider gave none: the card may be charged all the same. */
export function isUndecided(error: unknown): boolean {
  const code = codeOf(error)
  return code === undefined || code === 'unavailable'
}

/** What came of the attempt that was there first, or whose answer was lost, where it has paid. */
async function whatPaid(payment: PaymentOut): Promise<Outcome | undefined> {
  try {
    const { data } = await settlePayment({
      path: { payment_id: payment.id },
      throwOnError: true,
    })
    return data.payment.status === 'succeeded' ? data : undefined
  } catch {
    return undefined // the first refusal says more
  }
}

/** Has the server ask the provider what came of a card that this browser has shown to it. */
export function useSettling(payment: PaymentOut | undefined, onPaid: (order: PaidOrder) => void) {
  return useMutation({
    mutationFn: async () => {
      if (!payment) throw new NotInitialized()
      const { data } = await settlePayment({
        path: { payment_id: payment.id },
        throwOnError: true,
      })
      if (data.payment.status === 'succeeded') onPaid(data.order)
      return data
    },
    retry: (failures, error) => failures < 2 && isWorthRetrying(error),
  })
}
