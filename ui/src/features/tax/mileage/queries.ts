import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { listMileageEntriesInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import { addMileageEntry, changeMileageEntry, removeMileageEntry } from '@/api/generated/sdk.gen'
import type { MileageEntryIn, MileageEntryOut } from '@/api/generated/types.gen'
import { type DriverYear, PAGE_SIZE, useRefresh } from '../queries'

export function useMileageEntries({ driverId, year }: DriverYear) {
  const path = { driver_id: driverId }
  return useInfiniteQuery({
    ...listMileageEntriesInfiniteOptions({ path, query: { year, limit: PAGE_SIZE } }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data) => ({
      sums: data.pages[0],
      items: data.pages.flatMap((page) => page.items),
    }),
    staleTime: 0,
  })
}

/** Writes an entry down, or replaces one. */
export function useSaveEntry(driverId: string, known: MileageEntryOut | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: MileageEntryIn) => {
      const path = { driver_id: driverId }
      const { data } = known
        ? await changeMileageEntry({
            path: { ...path, entry_id: known.id },
            body,
            throwOnError: true,
          })
        : await addMileageEntry({ path, body, throwOnError: true })
      return data
    },
    onSettled: refresh,
  })
}

export function useRemoveEntry(driverId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (entryId: string) =>
      removeMileageEntry({ path: { driver_id: driverId, entry_id: entryId }, throwOnError: true }),
    onSettled: refresh,
  })
}
