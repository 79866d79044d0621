import { Button, Skeleton } from '@mantine/core'
import { useId, useState } from 'react'
import type {
  TrainingAttemptOut,
  TrainingModuleOut,
  TrainingQuestionOut,
} from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { Dialog } from '@/components/Dialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Graded } from './Graded'
import classes from './Training.module.css'
import { useAttempt } from './useAttempt'
import { useWatch } from './useWatch'

/** The quiz over the page: one question after the other, each answered before the next (ONB-54). */
export default function Quiz({
  module,
  onClose,
}: {
  module: TrainingModuleOut
  onClose: () => void
}) {
  const attempt = useAttempt(module.id)
  useWatch(module, true)
  return (
    <Dialog title={module.title} size="lg" onClose={onClose}>
      <DataPanel
        query={attempt.query}
        failure="The questions could not be loaded"
        skeleton={<Skeleton height={280} radius="lg" />}
      >
        {(shown) =>
          shown.graded_at === null ? (
            <Questions key={shown.id} attempt={shown} {...attempt} />
          ) : (
            <Graded attempt={shown} onAgain={attempt.again} onClose={onClose} />
          )
        }
      </DataPanel>
    </Dialog>
  )
}

type Asking = Pick<ReturnType<typeof useAttempt>, 'answer' | 'grade'>

function Questions({ attempt, answer, grade }: Asking & { attempt: TrainingAttemptOut }) {
  const { questions } = attempt
  const [place, setPlace] = useState(() => firstOpen(questions))
  const question = questions[place] as TrainingQuestionOut
  const [chosen, setChosen] = useState<Record<string, number>>({})
  const option = chosen[question.id] ?? question.chosen
  const isLast = place === questions.length - 1
  const error = answer.error ?? grade.error

  async function goOn() {
    if (option === null) return
    try {
      await answer.mutateAsync({ question_id: question.id, option })
      if (isLast) await grade.mutateAsync()
      else setPlace(place + 1)
    } catch {
      // Shown beside the button.
    }
  }

  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault()
        void goOn()
      }}
    >
      <p className={classes.note}>
        Question {place + 1} of {questions.length}
      </p>
      <Options
        key={question.id}
        question={question}
        chosen={option}
        onChoose={(index) => setChosen({ ...chosen, [question.id]: index })}
      />
      {error && <FormErrorBox wait={0}>{sentenceOf(error)}</FormErrorBox>}
      <div className={classes.controls}>
        {place > 0 && (
          <Button variant="default" onClick={() => setPlace(place - 1)}>
            Back
          </Button>
        )}
        <Button
          type="submit"
          disabled={option === null}
          loading={answer.isPending || grade.isPending}
        >
          {isLast ? 'Submit Quiz' : 'Next Question'}
        </Button>
      </div>
    </form>
  )
}

function Options(props: {
  question: TrainingQuestionOut
  chosen: number | null
  onChoose: (option: number) => void
}) {
  const name = useId()
  return (
    <fieldset className={classes.options}>
      <legend>{props.question.question}</legend>
      {props.question.options.map((option, index) => (
        <label key={option} className={classes.option}>
          <input
            type="radio"
            name={name}
            checked={props.chosen === index}
            onChange={() => props.onChoose(index)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  )
}

function firstOpen(questions: readonly TrainingQuestionOut[]): number {
  const open = questions.findIndex(({ chosen }) => chosen === null)
  return open === -1 ? questions.length - 1 : open
}
