import { useMutation, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { SessionUser } from '@/auth/storedSession'
import { isNotBookable } from '@/shared/fare/notBookable'
import { previewOptions } from '@/shared/fare/preview'
import { endOf } from '@/shared/places/location'
import { type BookingState, renew } from './booking'
import { useItemPhotos } from './details/useItemPhotos'
import type { Draft } from './draft/draft'
import { readDraft, useDraft } from './draft/useDraft'
import { type PriceFacts, type PriceOfMany, visiblePrice } from './frame/price'
import { type Field, goToField, missingOf } from './missing'
import type { BookingSearch } from './search'
import { useServices } from './service/services'
import type { Step } from './steps'
import { useBookAgain } from './useBookAgain'
import { useHomeSearch } from './useHomeSearch'
import { useMatches } from './useMatches'
import { useOpenedStep } from './useOpenedStep'
import { useQuote } from './useQuote'

/** Everything about a booking but its looks: the draft, the step, and the price as it stands. */
export function useBooking(user: SessionUser, search: BookingSearch) {
  const draftState = useDraft(user)
  const { draft, update } = draftState
  const store: BookingState = useMemo(() => ({ read: readDraft, update }), [update])
  const photos = useItemPhotos(draftState)
  const services = useServices().data?.items ?? []
  const { step, moved } = useOpenedStep(search.step ?? 1, draft)
  useHomeSearch(search, draftState)
  useBookAgain(search, draftState)
  const { query: quote, waiting, paused, earlier } = useQuote(draftState, step > 1)
  const expired = useExpired(draft.booked ? null : (draft.priced?.expiresAt ?? null))
  const renewing = useMutation({ mutationFn: () => renew(store) })
  const matches = useMatches(draft.priced?.quote.id, expired)
  const price = usePrice(draft, {
    services,
    matches: matches.data,
    waiting: waiting || matches.isLoading,
    failed: quote.isError || matches.isError || paused,
    preview: usePreview(step, draft),
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
    photos,
    ...useMarks(step, draft, photos.fault, {
      refused: priceless && isNotBookable(quote.error),
      withoutPrice: step >= 3 && (priceless || expired),
    }),
  }
}

export type Booking = ReturnType<typeof useBooking>
export type Renewal = Booking['renewal']

/**
 * What is missing is marked once somebody wants to go on without it, and they are taken there. From
 * the details on, there is no way on without a price that holds either; with a trip that cannot be
 * booked there is none at all, and nothing else is asked for.
 */
function useMarks(
  step: Step,
  draft: Draft,
  unsent: string | null,
  price: { refused: boolean; withoutPrice: boolean },
) {
  const [wantedOn, setWantedOn] = useState<Step | null>(null)
  const missing = missingOf(step, draft, unsent)
  const marks: Partial<Record<Field, string>> =
    wantedOn === step ? Object.fromEntries(missing.map((each) => [each.field, each.message])) : {}
  return {
    marks,
    /** Whether the way on is free; if not, what stands in it is marked. */
    mayGoOn: () => {
      const [first] = price.refused ? [] : missing
      const next = first?.field ?? (price.refused || price.withoutPrice ? 'price' : null)
      if (!price.refused) setWantedOn(step)
      if (next) goToField(next)
      return next === null
    },
  }
}

/** The price to show, which stays in sight while the next one is on its way. */
function usePrice(draft: Draft, facts: Omit<PriceFacts, 'earlier'>) {
  const last = useRef<PriceOfMany | null>(null)
  const price = visiblePrice(draft, { ...facts, earlier: last.current })
  if (price.kind === 'exact' || price.kind === 'range') last.current = price
  return price
}

/** Step 1's price of a trip that is known already, as its card says it; the quote comes with step 2. */
function usePreview(step: Step, { service, pickup, dropoff }: Draft) {
  const isKnown = step === 1 && service && pickup && dropoff
  const queries = isKnown ? [previewOptions(service, endOf(pickup), endOf(dropoff))] : []
  const [preview] = useQueries({ queries })
  return preview?.data?.price_range ?? null
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
