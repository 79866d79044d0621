import { useMemo, useSyncExternalStore } from 'react'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { type Answer, answersNow, giveAnswer, subscribeToAnswers } from './answers'

/** The driver's yes or no to an offer; one that is repeated because its answer was lost counts once. */
export function useAnswer(offer: JobOfferOut, clockAhead: number) {
  const answers = useSyncExternalStore(subscribeToAnswers, answersNow, answersNow)
  const waiting = answers.find((it) => it.order_id === offer.order.id && !it.outcome)
  return {
    give: (answer: Answer) => giveAnswer(offer, answer, clockAhead),
    giving: waiting?.answer,
  }
}

/** What the driver has said no to: gone from the screen at once, unless the server refuses the no. */
export function useDeclined() {
  const answers = useSyncExternalStore(subscribeToAnswers, answersNow, answersNow)
  return useMemo(() => {
    const said = answers.filter((it) => it.answer === 'decline' && it.outcome?.isGood !== false)
    return {
      offers: new Set(said.map(({ offer_id }) => offer_id)),
      orders: new Set(said.map(({ order_id }) => order_id)),
    }
  }, [answers])
}

/** The offers that have their answer, also while it waits for the server, unless that refused it. */
export function useAnsweredOffers(): ReadonlySet<string> {
  const answers = useSyncExternalStore(subscribeToAnswers, answersNow, answersNow)
  return useMemo(
    () =>
      new Set(answers.filter((it) => it.outcome?.isGood !== false).map(({ offer_id }) => offer_id)),
    [answers],
  )
}
