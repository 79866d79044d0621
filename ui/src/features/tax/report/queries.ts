import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getTaxReportInfiniteOptions,
  getWithholdingOptions,
  getWithholdingQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { exportTaxForms, exportTaxReport, recordRemittance } from '@/api/generated/sdk.gen'
import type { FilingExportIn, RemittanceIn } from '@/api/generated/types.gen'
import { saveAsFile } from '@/components/saveAsFile'

const PAGE_SIZE = 50

/** A year's drivers as far as they were asked for, with the totals of all of them. */
export function useTaxReport(year: number) {
  const path = { tax_year: year }
  return useInfiniteQuery({
    ...getTaxReportInfiniteOptions({ path, query: { limit: PAGE_SIZE } }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data) => ({ first: data.pages[0], items: data.pages.flatMap((page) => page.items) }),
    staleTime: 0,
  })
}

export async function reportAsCsv(year: number): Promise<string> {
  const { data } = await exportTaxReport({
    path: { tax_year: year },
    parseAs: 'text',
    throwOnError: true,
  })
  return data as unknown as string
}

/** Opens taxpayer numbers: nothing of the answer is kept once its files are saved. */
export function useFiling() {
  return useMutation({
    mutationFn: async (body: FilingExportIn) => {
      const { data } = await exportTaxForms({ body, cache: 'no-store', throwOnError: true })
      for (const { name, content } of data.files)
        saveAsFile(name, new Blob([content], { type: 'text/csv' }))
      const { originals, corrections, left_out: leftOut } = data
      return { originals, corrections, leftOut: leftOut.length }
    },
    gcTime: 0,
  })
}

/** What was withheld by month, and what was paid on to the tax office. */
export function useWithholding(year: number) {
  return useQuery({ ...getWithholdingOptions({ path: { tax_year: year } }), staleTime: 0 })
}

export function useRemittance(year: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RemittanceIn) =>
      (await recordRemittance({ body, throwOnError: true })).data,
    onSuccess: () =>
      client.invalidateQueries({ queryKey: getWithholdingQueryKey({ path: { tax_year: year } }) }),
  })
}
