import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getDriverTaxYearOptions,
  getMileageLogInfiniteOptions,
  listExpensesInfiniteOptions,
  listIncomeEntriesInfiniteOptions,
  listTaxDocumentsInfiniteOptions,
  listTaxYearsOptions,
  listWithheldEntriesInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import {
  addExpense,
  changeExpense,
  generateTaxDocument,
  importExpenses,
  openExpenseReceipt,
  openTaxDocument,
  previewExpenseImport,
  removeExpense,
  removeExpenseReceipt,
  replaceExpenseReceipt,
} from '@/api/generated/sdk.gen'
import type {
  ExpenseIn,
  ExpenseOut,
  TaxDocumentOut,
  TaxDocumentType,
} from '@/api/generated/types.gen'
import { saveAsFile } from '@/components/saveAsFile'
import { shrunk } from '@/shared/proof/photo'

export const PAGE_SIZE = 20

/** Whose year is looked at. */
export type DriverYear = { driverId: string; year: number }

export function useTaxYears(driverId: string) {
  return useQuery(listTaxYearsOptions({ path: { driver_id: driverId } }))
}

export function useTaxYear({ driverId, year }: DriverYear) {
  return useQuery({
    ...getDriverTaxYearOptions({ path: { driver_id: driverId, tax_year: year } }),
    staleTime: 0,
  })
}

/** The entries of the books behind the income of a year, latest first, as far as they were asked for. */
export function useIncome({ driverId, year }: DriverYear) {
  const path = { driver_id: driverId, tax_year: year }
  return useInfiniteQuery({
    ...listIncomeEntriesInfiniteOptions({ path, query: { limit: PAGE_SIZE } }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data) => data.pages.flatMap((page) => page.items),
  })
}

/** The entries of the books by which something of payouts was withheld, latest first. */
export function useWithheld({ driverId, year }: DriverYear) {
  const path = { driver_id: driverId, tax_year: year }
  return useInfiniteQuery({
    ...listWithheldEntriesInfiniteOptions({ path, query: { limit: PAGE_SIZE } }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data) => data.pages.flatMap((page) => page.items),
  })
}

export function useExpenses({ driverId, year }: DriverYear) {
  const path = { driver_id: driverId }
  return useInfiniteQuery({
    ...listExpensesInfiniteOptions({ path, query: { year, limit: PAGE_SIZE } }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data) => ({
      sums: data.pages[0],
      items: data.pages.flatMap((page) => page.items),
    }),
    staleTime: 0,
  })
}

export function useMileage({ driverId, year }: DriverYear) {
  const path = { driver_id: driverId }
  return useInfiniteQuery({
    ...getMileageLogInfiniteOptions({ path, query: { year, limit: PAGE_SIZE } }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data) => ({
      sums: data.pages[0],
      items: data.pages.flatMap((page) => page.items),
    }),
    staleTime: 0,
  })
}

export function useDocuments({ driverId, year }: DriverYear) {
  const path = { driver_id: driverId }
  return useInfiniteQuery({
    ...listTaxDocumentsInfiniteOptions({ path, query: { year, limit: PAGE_SIZE } }),
    initialPageParam: { path, query: { year } },
    getNextPageParam: (last) =>
      last.next ? { path, query: { year, cursor: last.next } } : undefined,
    select: (data) => data.pages.flatMap((page) => page.items),
    staleTime: 0,
  })
}

const OF_TAXES = new Set([
  'getDriverTaxYear',
  'listExpenses',
  'listTaxDocuments',
  'listExpenseChanges',
  'getMileageLog',
  'listMileageEntries',
  'listMileageEntryChanges',
])

/** Whatever was written down changes the lists and the sums of any year. */
export function useRefresh() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [first] }) =>
        typeof first === 'object' &&
        first !== null &&
        '_id' in first &&
        OF_TAXES.has(String(first._id)),
    })
}

/** What a file of a receipt can be. Phones offer their camera for it too. */
export const RECEIPTS = 'image/*,application/pdf'

/** What is sent of a receipt: a photo no larger than needed, a PDF as it is. */
async function receiptToSend(file: Blob): Promise<Blob> {
  if (file.type === 'application/pdf') return file
  const { blob, url } = await shrunk(file)
  URL.revokeObjectURL(url)
  return blob
}

/** Writes an expense down, or replaces one, with its receipt where there is one. */
export function useSaveExpense(driverId: string, known: ExpenseOut | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ body, receipt }: { body: ExpenseIn; receipt: File | null }) => {
      const photo = receipt && (await receiptToSend(receipt))
      const path = { driver_id: driverId }
      const { data } = known
        ? await changeExpense({
            path: { ...path, expense_id: known.id },
            body,
            throwOnError: true,
          })
        : await addExpense({ path, body, throwOnError: true })
      return { expense: data, photo }
    },
    onSettled: refresh,
  })
}

export function useReceipt(driverId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ id, file }: { id: string; file: Blob | null }) => {
      const path = { driver_id: driverId, expense_id: id }
      if (file === null) return (await removeExpenseReceipt({ path, throwOnError: true })).data
      const body = await receiptToSend(file)
      return (await replaceExpenseReceipt({ path, body, throwOnError: true })).data
    },
    onSettled: refresh,
  })
}

export async function receiptOf(driverId: string, expenseId: string): Promise<Blob> {
  const path = { driver_id: driverId, expense_id: expenseId }
  const { data } = await openExpenseReceipt({
    path,
    parseAs: 'blob',
    cache: 'no-store',
    throwOnError: true,
  })
  // The schema knows files as strings; read as asked for, they are blobs.
  return data as unknown as Blob
}

export function useRemoveExpense(driverId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (expenseId: string) =>
      removeExpense({ path: { driver_id: driverId, expense_id: expenseId }, throwOnError: true }),
    onSettled: refresh,
  })
}

export function usePreviewImport(driverId: string) {
  return useMutation({
    mutationFn: async (csv: string) =>
      (
        await previewExpenseImport({
          path: { driver_id: driverId },
          body: { csv },
          throwOnError: true,
        })
      ).data,
  })
}

export function useImport(driverId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (csv: string) =>
      (await importExpenses({ path: { driver_id: driverId }, body: { csv }, throwOnError: true }))
        .data,
    onSettled: refresh,
  })
}

export function useGenerate({ driverId, year }: DriverYear) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (type: TaxDocumentType) =>
      (
        await generateTaxDocument({
          path: { driver_id: driverId },
          body: { document_type: type, tax_year: year },
          throwOnError: true,
        })
      ).data,
    onSettled: refresh,
  })
}

export async function download(document: TaxDocumentOut): Promise<void> {
  const { data } = await openTaxDocument({
    path: { driver_id: document.driver_id, document_id: document.id },
    parseAs: 'blob',
    throwOnError: true,
  })
  saveAsFile(document.file_name, data as unknown as Blob)
}
