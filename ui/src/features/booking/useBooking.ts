import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { SessionUser } from '@/auth/storedSession'
import { type BookingState, renew } from './booking'
import type { Draft } from './draft/draft'
import { readDraft, useDraft } from './draft/useDraft'
import { type PriceFacts, type PriceOfMany, visiblePrice } from './frame/price'
import type { BookingSearch } from './search'
import { useServices } from './service/services'
import { isComplete, type Step } from './steps'
import { useHomeSearch } from './useHomeSearch'
import { useMatches } from './useMatches'
import { useOpenedStep } from './useOpenedStep'
import { useQuote } from './useQuote'

/** Everything about a booking but its looks: the draft, the step, and the price as it stands. */
export function useBooking(user: SessionUser, search: BookingSearch) {
  const draftState = useDraft(user)
  const { draft, update } = draftState
  const store: BookingState = useMemo(() => ({ read: readDraft, update }), [update])
  const services = useServices().data?.items ?? []
  const { step, moved } = useOpenedStep(search.step ?? 1, draft)
  useHomeSearch(search, draftState)
  const { query: quote, waiting, paused, earlier } = useQuote(draftState, step > 1)
  const expired = useExpired(draft.booked ? null : (draft.priced?.expiresAt ?? null))
  const renewing = useMutation({ mutationFn: () => renew(store) })
  const matches = useMatches(expired ? undefined : draft.priced?.quote.id)
  const price = usePrice(draft, {
    services,
    matches: matches.data,
    waiting: waiting || matches.isLoading,
    failed: quote.isError || matches.isError || paused,
  })
  const renewal = {
    busy: renewing.isPending,
    error: renewing.error,
    /** The last quote that was asked for anew. */
    quoteId: renewing.data,
    start: () => renewing.mutate(),
  }
  const priceless = draft.priced === null && quote.isError
  return {
    draftState,
    store,
    step,
    moved,
    /** The quote to show beside the answers, be it that of a moment ago. */
    shown: draft.priced ?? earlier,
    quote: {
      failed: priceless ? quote.error : null,
      busy: quote.isFetching,
      paused,
      tryAgain: () => void quote.refetch(),
    },
    expired,
    renewal,
    price,
    canContinue: canContinue(step, { complete: isComplete(step, draft), priceless, expired }),
  }
}

export type Booking = ReturnType<typeof useBooking>
export type Renewal = Booking['renewal']

/** From the details on, there is no way on without a price that holds. */
function canContinue(
  step: Step,
  so: { complete: boolean; priceless: boolean; expired: boolean },
): boolean {
  return so.complete && (step < 3 || (!so.priceless && !so.expired))
}

/** The price to show, which stays in sight while the next one is on its way. */
function usePrice(draft: Draft, facts: Omit<PriceFacts, 'earlier'>) {
  const last = useRef<PriceOfMany | null>(null)
  const price = visiblePrice(draft, { ...facts, earlier: last.current })
  if (price.kind === 'exact' || price.kind === 'range') last.current = price
  return price
}

/** Whether *instant* (milliseconds since 1970) has passed; renders again when it does. */
export function useExpired(instant: number | null): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (instant === null) return () => {}
      const timer = setTimeout(changed, Math.max(0, instant - Date.now()) + 1)
      return () => clearTimeout(timer)
    },
    [instant],
  )
  const passed = () => instant !== null && Date.now() >= instant
  return useSyncExternalStore(subscribe, passed, passed)
}
