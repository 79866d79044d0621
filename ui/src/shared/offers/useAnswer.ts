import { useSyncExternalStore } from 'react'
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
