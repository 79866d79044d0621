import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  getEarningsSummaryQueryKey,
  getNextPayoutOptions,
  getNextPayoutQueryKey,
  getPayoutAnalyticsOptions,
  getPayoutAnalyticsQueryKey,
  getPayoutEligibilityOptions,
  getPayoutEligibilityQueryKey,
  getPayoutFeesOptions,
  getPayoutSettingsOptions,
  getPayoutSettingsQueryKey,
  listBalanceEntriesInfiniteOptions,
  listEarningsWeeksOptions,
  listPayoutMethodsOptions,
  listPayoutMethodsQueryKey,
  listPayoutsInfiniteOptions,
  listPayoutsInfiniteQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import {
  addPayoutMethod,
  cancelPayout,
  changePayoutSettings,
  makeDefaultPayoutMethod,
  removePayoutMethod,
  requestPayout,
  retryPayout,
  verifyPayout,
} from '@/api/generated/sdk.gen'
import type {
  BalanceEntryOut,
  BalancePart,
  DriverPayoutIn,
  DriverPayoutOut,
  PayoutMethodIn,
  PayoutMethodOut,
  PayoutSettingsIn,
  WeekEarningsOut,
} from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { isWorthRetrying, sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'

const PAGE_SIZE = 20
/** Money comes and goes by itself (OUT-31). */
export const PAYOUTS_AGAIN_MS = 30_000
/** The simulation verifies within two seconds. */
const UNVERIFIED_AGAIN_MS = 2_000

const of = (driverId: string) => ({ path: { driver_id: driverId } })

/** Where the driver is paid, the default first. */
export function useMethods(driverId: string) {
  return useQuery({
    ...listPayoutMethodsOptions(of(driverId)),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some((method) => !method.is_verified) ? UNVERIFIED_AGAIN_MS : false,
    select: ({ items }): PayoutMethodOut[] => items,
  })
}

/** Whether the driver can be paid out, what stands against it, and the balance. */
export function useStanding(driverId: string) {
  return useQuery({
    ...getPayoutEligibilityOptions(of(driverId)),
    staleTime: 0,
    refetchInterval: PAYOUTS_AGAIN_MS,
  })
}

/** What is kept of an instant payout; it changes with a release. */
export function useFees() {
  return useQuery({ ...getPayoutFeesOptions(), staleTime: Number.POSITIVE_INFINITY })
}

export function useSettings(driverId: string) {
  return useQuery(getPayoutSettingsOptions(of(driverId)))
}

/** How the instant payouts of the last 30 days did (OUT-29). */
export function useInstantFigures(driverId: string) {
  return useQuery({
    ...getPayoutAnalyticsOptions(of(driverId)),
    staleTime: 0,
    refetchInterval: PAYOUTS_AGAIN_MS,
  })
}

/** The next weekly payout as things stand, and its parts. */
export function useNextPayout(driverId: string) {
  return useQuery({
    ...getNextPayoutOptions(of(driverId)),
    staleTime: 0,
    refetchInterval: PAYOUTS_AGAIN_MS,
  })
}

/** What a part of the balance comes from, newest first. */
export function useBalanceEntries(driverId: string, part: BalancePart) {
  return useInfiniteQuery({
    ...listBalanceEntriesInfiniteOptions({ ...of(driverId), query: { part, limit: PAGE_SIZE } }),
    initialPageParam: { ...of(driverId), query: { part } },
    getNextPageParam: (last) =>
      last.next ? { ...of(driverId), query: { part, cursor: last.next } } : undefined,
    select: (data): BalanceEntryOut[] => data.pages.flatMap((page) => page.items),
    staleTime: 0,
  })
}

/** What each of the last twelve weeks brought. */
export function useWeeks(driverId: string) {
  return useQuery({
    ...listEarningsWeeksOptions(of(driverId)),
    staleTime: 0,
    select: ({ items }): WeekEarningsOut[] => items,
  })
}

/** What the provider has of a payout, asked for each time somebody wants to know (OUT-07). */
export function useVerification(payoutId: string) {
  return useQuery({
    queryKey: ['verifyPayout', payoutId],
    queryFn: async ({ signal }) =>
      (await verifyPayout({ path: { payout_id: payoutId }, signal, throwOnError: true })).data,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What hangs on where and how a driver is paid is asked for again. */
function useChanged(driverId: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [
        listPayoutMethodsQueryKey(of(driverId)),
        getPayoutEligibilityQueryKey(of(driverId)),
        getPayoutSettingsQueryKey(of(driverId)),
        getNextPayoutQueryKey(of(driverId)),
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
}

export function useAddMethod(driverId: string) {
  const onSettled = useChanged(driverId)
  return useMutation({
    mutationFn: async (body: PayoutMethodIn) =>
      (await addPayoutMethod({ ...of(driverId), body, throwOnError: true })).data,
    onSettled,
  })
}

/** Makes a method the default, or removes it. */
export function useMethodActions(driverId: string, methodId: string) {
  const path = { driver_id: driverId, method_id: methodId }
  const callbacks = {
    onError: (error: unknown) => toast.error(sentenceOf(error), { id: 'payout-method' }),
    onSettled: useChanged(driverId),
  }
  const choosing = useMutation({
    mutationFn: () => makeDefaultPayoutMethod({ path, throwOnError: true }),
    ...callbacks,
  })
  const removing = useMutation({
    mutationFn: () => removePayoutMethod({ path, throwOnError: true }),
    ...callbacks,
  })
  return { choosing, removing }
}

/** Saved on each change (OUT-09): what is shown is what was chosen, until the server says otherwise. */
export function useChangeSettings(driverId: string) {
  const queries = useQueryClient()
  const changed = useChanged(driverId)
  const queryKey = getPayoutSettingsQueryKey(of(driverId))
  return useMutation({
    mutationFn: async (body: PayoutSettingsIn) =>
      (await changePayoutSettings({ ...of(driverId), body, throwOnError: true })).data,
    // One after the other, so that the last choice is the one that stands.
    scope: { id: `payout-settings-${driverId}` },
    onSuccess: (settings) => {
      queries.setQueryData(queryKey, settings)
      toast.success('Settings saved', { id: 'payout-settings' })
    },
    onError: (error) => toast.error(sentenceOf(error), { id: 'payout-settings' }),
    onSettled: changed,
  })
}

const listed = (driverId: string) => ({ ...of(driverId), query: { limit: PAGE_SIZE } })

/** Payouts, newest first, as far as they were asked for (OUT-27). */
export function usePayouts(driverId: string, onlyInstant: boolean) {
  return useInfiniteQuery({
    ...listPayoutsInfiniteOptions(listed(driverId)),
    initialPageParam: { ...of(driverId), query: {} },
    getNextPageParam: (last) =>
      last.next ? { ...of(driverId), query: { cursor: last.next } } : undefined,
    select: (data): DriverPayoutOut[] =>
      data.pages
        .flatMap((page) => page.items)
        .filter((payout) => !onlyInstant || payout.speed === 'instant'),
    staleTime: 0,
    refetchInterval: PAYOUTS_AGAIN_MS,
  })
}

/** A payout changes the balance and the history. */
export function usePaid(driverId: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [
        getPayoutEligibilityQueryKey(of(driverId)),
        getNextPayoutQueryKey(of(driverId)),
        getEarningsSummaryQueryKey(of(driverId)),
        getPayoutAnalyticsQueryKey(of(driverId)),
        listPayoutsInfiniteQueryKey(listed(driverId)),
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
}

/** One request has one effect, however often it is sent: its key changes with what is asked for. */
export function useRequestPayout(driverId: string) {
  const keys = useRef(new Map<string, string>())
  const paid = usePaid(driverId)
  return useMutation({
    mutationFn: async (body: DriverPayoutIn): Promise<DriverPayoutOut> => {
      const request = JSON.stringify(body)
      const key = keys.current.get(request) ?? newIdempotencyKey()
      keys.current.set(request, key)
      const headers = { 'Idempotency-Key': key }
      try {
        const { data } = await requestPayout({ ...of(driverId), body, headers, throwOnError: true })
        keys.current.clear()
        return data
      } catch (error) {
        // What was refused was not done; of anything else nobody knows.
        if (!isWorthRetrying(error)) keys.current.clear()
        throw error
      }
    },
    onSettled: paid,
  })
}

/** Cancels a payout that is pending, or pays out again what did not arrive. */
export function usePayoutActions(driverId: string) {
  const paid = usePaid(driverId)
  const path = (id: string) => ({ payout_id: id })
  const canceling = useMutation({
    mutationFn: (id: string) => cancelPayout({ path: path(id), throwOnError: true }),
    onError: (error) => toast.error(sentenceOf(error), { id: 'payout' }),
    onSettled: paid,
  })
  const retrying = useMutation({
    mutationFn: (id: string) =>
      retryPayout({
        path: path(id),
        headers: { 'Idempotency-Key': newIdempotencyKey() },
        throwOnError: true,
      }),
    onError: (error) => toast.error(`Payout failed: ${sentenceOf(error)}`, { id: 'payout' }),
    onSettled: paid,
  })
  return { canceling, retrying }
}
