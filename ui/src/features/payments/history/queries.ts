import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  getReceiptOptions,
  getTaxYearOptions,
  listPaymentHistoryInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { PaymentRecordOut } from '@/api/generated/types.gen'
import type { HistorySearch } from '../search'

const PAGE_SIZE = 20

/** The payments that the filters leave, newest first, as far as they were asked for. */
export function useHistory({ search, status, period, year, type }: HistorySearch) {
  const query = {
    limit: PAGE_SIZE,
    search,
    status,
    period,
    service_type: type,
    tax_year: period === 'year' ? year : undefined,
  }
  return useInfiniteQuery({
    ...listPaymentHistoryInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): PaymentRecordOut[] => data.pages.flatMap((page) => page.items),
    // Letters typed into the search must not make the list flicker.
    placeholderData: keepPreviousData,
  })
}

/** What a year came to; the present one unless another is asked for. */
export function useTaxYear(year: number | undefined) {
  return useQuery({
    ...getTaxYearOptions({ query: { tax_year: year } }),
    placeholderData: keepPreviousData,
  })
}

export function useReceipt(receiptId: string) {
  return useQuery(getReceiptOptions({ path: { receipt_id: receiptId } }))
}

export type TaxYearQuery = ReturnType<typeof useTaxYear>
