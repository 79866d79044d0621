import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReviewedScreeningOut, ReviewStep, ScreeningStepIn } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DecisionDialog } from '@/components/DecisionDialog'
import { Dialog } from '@/components/Dialog'
import { DialogAnswers } from '@/components/DialogAnswers'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { toast } from '@/components/toast'
import { AssessmentDialog } from './AssessmentDialog'
import { STEP_WORDS } from './labels'
import { useScreeningStep } from './queries'
import classes from './Screening.module.css'

const LONGEST_REASON = 2_000

type Plain = keyof typeof STEP_WORDS
type Doing = Plain | 'assess' | null

const isPlain = (step: string): step is Plain => Object.hasOwn(STEP_WORDS, step)

/** What follows of a step, where the page shows it elsewhere than it was pressed. */
const DONE: Partial<Record<ReviewStep, string>> = {
  make_offer: 'The offer is made. The applicant gets it by mail, and the check is ordered.',
}

/** Those of the lawful steps that are to stand here. */
export function Steps(props: {
  applicationId: string
  reviewed: ReviewedScreeningOut
  steps: ReviewStep[]
}) {
  const { applicationId, reviewed, steps } = props
  const [doing, setDoing] = useState<Doing>(null)
  const step = useScreeningStep(applicationId)
  const plain = steps.filter(isPlain)
  const close = () => {
    step.reset()
    setDoing(null)
  }
  const send = (body: Omit<ScreeningStepIn, 'version'>) =>
    step.mutate(
      { ...body, version: reviewed.version },
      {
        onSuccess: () => {
          setDoing(null)
          toast.success(DONE[body.step] ?? 'Done.', { id: 'screening' })
        },
      },
    )
  const error = step.isError ? sentenceOf(step.error) : null
  if (steps.length === 0) return null
  return (
    <>
      <div className={classes.actions}>
        {steps.includes('assess') && (
          <Button onClick={() => setDoing('assess')}>Write Assessment</Button>
        )}
        {plain.map((name) => (
          <Button
            key={name}
            variant={name === 'clear' && plain.length > 1 ? 'default' : undefined}
            color={name === 'reject' ? 'red.9' : undefined}
            onClick={() => setDoing(name)}
          >
            {STEP_WORDS[name].button}
          </Button>
        ))}
      </div>
      {doing === 'assess' && (
        <AssessmentDialog
          isPending={step.isPending}
          error={error}
          onSend={(factors) => send({ step: 'assess', factors })}
          onClose={close}
        />
      )}
      {doing && doing !== 'assess' && (
        <StepDialog
          step={doing}
          isPending={step.isPending}
          error={error}
          onSend={(reason) => send({ step: doing, reason })}
          onClose={close}
        />
      )}
    </>
  )
}

function StepDialog(props: {
  step: Plain
  isPending: boolean
  error: string | null
  onSend: (reason: string) => void
  onClose: () => void
}) {
  const { button, follows, label } = STEP_WORDS[props.step]
  if (label !== null) {
    return (
      <DecisionDialog
        title={`${button}?`}
        label={label}
        confirm={button}
        longest={LONGEST_REASON}
        isPending={props.isPending}
        error={props.error}
        onSend={props.onSend}
        onClose={props.onClose}
      >
        <p>{follows}</p>
      </DecisionDialog>
    )
  }
  return (
    <Dialog title={`${button}?`} onClose={props.onClose}>
      <div className={classes.form}>
        <p>{follows}</p>
        {props.error && <FormErrorBox wait={0}>{props.error}</FormErrorBox>}
        <DialogAnswers back="Back" onBack={props.onClose}>
          <Button
            color={props.step === 'reject' ? 'red.9' : undefined}
            loading={props.isPending}
            onClick={() => props.onSend('')}
          >
            {button}
          </Button>
        </DialogAnswers>
      </div>
    </Dialog>
  )
}
