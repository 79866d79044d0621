import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  getRefundPartsOptions,
  listAllPaymentsInfiniteOptions,
  listRefundsOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import { refundPayment } from '@/api/generated/sdk.gen'
import type { ListedPaymentOut, RefundIn } from '@/api/generated/types.gen'
import { codeOf } from '@/api/problem'
import { type PaymentsSearch, questionOf } from './search'

const PAGE_SIZE = 20

/** Everybody's payments as they are narrowed, newest first. */
export function usePayments(search: PaymentsSearch) {
  return useInfiniteQuery({
    ...listAllPaymentsInfiniteOptions({ query: { ...questionOf(search), limit: PAGE_SIZE } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedPaymentOut[] => data.pages.flatMap((page) => page.items),
  })
}

export function useRefunds(paymentId: string) {
  return useQuery(listRefundsOptions({ path: { payment_id: paymentId } }))
}

/** From whom so much would come; nothing is changed. */
export function useRefundParts(paymentId: string, cents: number, goodwill: boolean) {
  const query = { refund_cents: cents, goodwill }
  return useQuery(getRefundPartsOptions({ path: { payment_id: paymentId }, query }))
}

/**
 * Gives money back. One request keeps its key until the server has answered it, so that a lost answer
 * and a second press refund once.
 */
export function useRefund(paymentId: string) {
  const queries = useQueryClient()
  const unanswered = useRef<{ of: string; key: string } | null>(null)
  return useMutation({
    mutationFn: async (refund: RefundIn) => {
      const of = JSON.stringify(refund)
      if (unanswered.current?.of !== of) unanswered.current = { of, key: crypto.randomUUID() }
      try {
        const { data } = await refundPayment({
          path: { payment_id: paymentId },
          body: refund,
          headers: { 'Idempotency-Key': unanswered.current.key },
          throwOnError: true,
        })
        unanswered.current = null
        return data
      } catch (error) {
        if (codeOf(error) !== undefined) unanswered.current = null
        throw error
      }
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
}
