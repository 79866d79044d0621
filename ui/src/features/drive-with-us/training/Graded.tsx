import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { TrainingAttemptOut } from '@/api/generated/types.gen'
import classes from './Training.module.css'

/** The grade, what was right and why, and what comes next. */
export function Graded(props: {
  attempt: TrainingAttemptOut
  onAgain: () => void
  onClose: () => void
}) {
  const { score, questions, module } = props.attempt
  const isPassed = (score ?? 0) >= module.criteria.minimum_score
  const left = module.attempts_left
  return (
    <div className={classes.question}>
      <div role="status">
        <p className={classes.score}>
          {score}% {isPassed ? 'Passed' : 'Not passed'}
        </p>
        <p className={classes.note}>{next(isPassed, left, module.criteria.minimum_score)}</p>
      </div>
      <ol className={classes.answers}>
        {questions.map((question) => (
          <li key={question.id} data-right={question.is_right || undefined}>
            <strong>{question.question}</strong>
            <span className={classes.answer}>
              {question.is_right ? (
                <IconCheck size={18} aria-hidden="true" />
              ) : (
                <IconX size={18} aria-hidden="true" />
              )}
              {question.is_right ? 'Right: ' : 'Your answer: '}
              {question.options[question.chosen ?? -1]}
            </span>
            {!question.is_right && (
              <span className={classes.answer}>
                Right would be: {question.options[question.correct ?? -1]}
              </span>
            )}
            <span className={classes.note}>{question.explanation}</span>
          </li>
        ))}
      </ol>
      <div className={classes.controls}>
        {!isPassed && left !== 0 && <Button onClick={props.onAgain}>Try Again</Button>}
        <Button variant={isPassed ? 'filled' : 'default'} onClick={props.onClose}>
          {isPassed ? 'Done' : 'Close'}
        </Button>
      </div>
    </div>
  )
}

function next(isPassed: boolean, left: number | null, minimum: number): string {
  if (isPassed) return 'Your certificate is in the list below the modules.'
  const needed = `${minimum}% are needed.`
  if (left === null) return `${needed} Try again as often as you like.`
  if (left === 0) {
    return `${needed} All attempts are used. Write to support: an administrator can give you new ones.`
  }
  return `${needed} You have ${left === 1 ? 'one more attempt' : `${left} more attempts`}, with other questions.`
}
