import { Button, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import type {
  TrainingAttemptOut,
  TrainingModuleOut,
  TrainingQuestionOut,
} from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import { useSampleConsole } from '@/shared/training/sampleConsole'
import { Graded } from './Graded'
import classes from './Training.module.css'
import { useAttempt } from './useAttempt'
import { isCompleted } from './useTraining'
import { useWatch } from './useWatch'

/** The tour of the driver's console: what is pressed is the answer, and the first press counts. */
export default function Tour({
  module,
  onDone,
}: {
  module: TrainingModuleOut
  onDone: () => void
}) {
  // Who passes it now sees the result first.
  const [wasDone] = useState(() => isCompleted(module))
  if (wasDone) return <p className={classes.done}>You have completed this module.</p>
  return <Open module={module} onDone={onDone} />
}

function Open({ module, onDone }: { module: TrainingModuleOut; onDone: () => void }) {
  const attempt = useAttempt(module.id)
  useWatch(module, true)
  return (
    <DataPanel
      query={attempt.query}
      failure="The tour could not be loaded"
      skeleton={<Skeleton height={480} radius="lg" />}
    >
      {(shown) =>
        shown.graded_at === null ? (
          <Tasks key={shown.id} attempt={shown} {...attempt} />
        ) : (
          <Graded attempt={shown} onAgain={attempt.again} onClose={onDone} />
        )
      }
    </DataPanel>
  )
}

type Asking = Pick<ReturnType<typeof useAttempt>, 'answer' | 'grade'>

function Tasks({ attempt, answer, grade }: Asking & { attempt: TrainingAttemptOut }) {
  const { questions } = attempt
  const [place, setPlace] = useState(() => firstOpen(questions))
  const SampleConsole = useSampleConsole()
  const task = questions[place] as TrainingQuestionOut
  const isAnswered = task.chosen !== null
  const isLast = place === questions.length - 1
  const error = answer.error ?? grade.error
  return (
    <div className={classes.lesson}>
      <div className={classes.task}>
        <p className={classes.note}>
          Task {place + 1} of {questions.length}
        </p>
        <h3>{task.question}</h3>
        {!isAnswered && <p className={classes.note}>Press it in the console below.</p>}
        {isAnswered && (
          <Notice
            kind={task.is_right ? 'news' : 'problem'}
            title={
              task.is_right
                ? `Right: ${task.options[task.correct ?? -1]}`
                : `Right would be: ${task.options[task.correct ?? -1]}`
            }
            takesFocus
            action={{
              label: isLast ? 'See Your Result' : 'Next Task',
              busy: grade.isPending,
              onClick: () => (isLast ? grade.mutate() : setPlace(place + 1)),
            }}
          >
            {task.explanation}
          </Notice>
        )}
        {error && <FormErrorBox wait={0}>{sentenceOf(error)}</FormErrorBox>}
      </div>
      {SampleConsole ? (
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <SampleConsole
            key={task.id}
            scene={task.id}
            controls={task.options}
            isLocked={isAnswered || answer.isPending}
            onPress={(option) => answer.mutate({ question_id: task.id, option })}
          />
        </Suspense>
      ) : (
        <Plain task={task} onPress={(option) => answer.mutate({ question_id: task.id, option })} />
      )}
    </div>
  )
}

/** The same task without the picture of the console. */
function Plain(props: { task: TrainingQuestionOut; onPress: (option: number) => void }) {
  return (
    <div className={classes.controls}>
      {props.task.options.map((option, index) => (
        <Button
          key={option}
          variant="default"
          disabled={props.task.chosen !== null}
          onClick={() => props.onPress(index)}
        >
          {option}
        </Button>
      ))}
    </div>
  )
}

function firstOpen(questions: readonly TrainingQuestionOut[]): number {
  const open = questions.findIndex(({ chosen }) => chosen === null)
  return open === -1 ? questions.length - 1 : open
}
