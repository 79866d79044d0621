import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
  listOwnOffersQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { useSession } from '@/auth/session'
import { useIsOnline } from '@/components/useIsOnline'
import {
  answersNow,
  forgetAnswer,
  type GivenAnswer,
  onAnswerSettled,
  subscribeToAnswers,
} from './answers'
import classes from './Offer.module.css'

/** What was answered without a connection, and what came of it, until it is read. */
export function Answers() {
  const queries = useQueryClient()
  const { user } = useSession()
  const answers = useSyncExternalStore(subscribeToAnswers, answersNow, answersNow)
  const online = useIsOnline()
  useEffect(
    () =>
      onAnswerSettled(() => {
        void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
        void queries.invalidateQueries({ queryKey: listOwnOffersQueryKey() })
        void queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
      }),
    [queries],
  )
  // With a connection an answer is heard before it could be read that it waits.
  const shown = answers.filter(
    (it) =>
      it.userId === user?.id && (it.outcome ? it.outcome.words !== '' : !online || it.hasWaited),
  )
  return (
    <div role="status">
      {shown.map((answer) => (
        <div key={answer.key} className={classes.ended}>
          <p>{wordsOf(answer)}</p>
          <Button
            variant="default"
            className={classes.answer}
            aria-label={`${buttonOf(answer)}: order ${answer.order_number}`}
            onClick={() => forgetAnswer(answer.key)}
          >
            {buttonOf(answer)}
          </Button>
        </div>
      ))}
    </div>
  )
}

const WAITS = {
  accept: 'Your yes is waiting for a connection; another driver may take it.',
  decline: 'Your no is waiting for a connection.',
}

function wordsOf({ order_number, answer, outcome }: GivenAnswer): string {
  return `Order #${order_number}: ${outcome?.words ?? WAITS[answer]}`
}

function buttonOf({ outcome }: GivenAnswer): string {
  return outcome ? 'OK' : 'Take Back'
}
