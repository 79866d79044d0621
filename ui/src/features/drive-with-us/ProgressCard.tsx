import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ApplicationOut, OnboardingProgressOut, Step } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { dateOf, midnightOf } from '@/components/time'
import { toast } from '@/components/toast'
import { DOCUMENTS } from '@/shared/driver-documents/documents'
import classes from './DriveWithUs.module.css'
import { STEPS, stepOf } from './steps'
import { isDecided, useApplicationStep } from './useApplication'

const APPLICATION_STATUSES = {
  draft: 'Not submitted yet',
  submitted: 'Waiting for review',
  under_review: 'Under review',
  approved: 'Approved',
  rejected: 'Not accepted',
} as const satisfies Record<ApplicationOut['status'], string>

const PARTS = ['application', 'documents', 'background_check', 'training'] as const

/** How far somebody is, what stands in the way and what comes next, each leading to its place (ONB-09). */
export function ProgressCard({ application }: { application: ApplicationOut }) {
  const { progress, status } = application
  const tiles = PARTS.flatMap((part) => {
    const step = stepOf(part)
    return step ? [{ step, part, percent: progress[`${part}_progress`] }] : []
  })
  const isDraft = status === 'draft'
  if (isDecided(application)) return <Decided application={application} />
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <h2 id="progress" className={classes.heading}>
        Your progress
      </h2>
      <p>{APPLICATION_STATUSES[status]}</p>
      <ul className={classes.tiles}>
        {tiles.map(({ step, part, percent }) => (
          <li key={part}>
            <Link to="/drive-with-us" search={{ step }} className={classes.tile}>
              <span>{STEPS[step].name}</span> <strong>{percent}%</strong>
              <progress className={classes.bar} value={percent} max={100} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {tiles.length === PARTS.length && <Overall application={application} />}
      <Blockers progress={progress} />
      <NextSteps progress={progress} />
      <div className={classes.actions}>
        <ButtonLink to="/drive-with-us" search={{ step: isDraft ? 3 : 7 }}>
          {isDraft ? 'Continue Application' : 'See What Became of It'}
        </ButtonLink>
        {isDraft && <Restart />}
      </div>
    </section>
  )
}

function Decided({ application: { status, progress } }: { application: ApplicationOut }) {
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <h2 id="progress" className={classes.heading}>
        Your application
      </h2>
      <p>{APPLICATION_STATUSES[status]}</p>
      {status === 'rejected' && <Blockers progress={progress} />}
      <div className={classes.actions}>
        <ButtonLink to="/drive-with-us" search={{ step: 7 }}>
          See What Became of It
        </ButtonLink>
      </div>
    </section>
  )
}

/** Of all parts together, so only where all of them are here. */
function Overall({ application: { progress } }: { application: ApplicationOut }) {
  const { overall_progress, estimated_completion } = progress
  return (
    <div>
      <p className={classes.overall}>
        <span id="overall">Overall progress</span>
        <strong>{overall_progress}%</strong>
      </p>
      <progress
        className={classes.bar}
        value={overall_progress}
        max={100}
        aria-labelledby="overall"
      />
      {overall_progress < 100 && (
        <p className={classes.note}>
          Estimated completion: {dateOf(midnightOf(estimated_completion))}
        </p>
      )}
    </div>
  )
}

function Blockers({ progress: { blockers } }: { progress: OnboardingProgressOut }) {
  if (blockers.length === 0) return null
  return (
    <Notice kind="problem" title="Action Required">
      <ul className={classes.links}>
        {blockers.map(({ type, description, action_required }) => (
          <li key={`${type} ${description}`}>
            {inWords(description)}. <StepLink part={type}>{inWords(action_required)}</StepLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A document by its name on the card, where the documented text has its type. */
function inWords(text: string): string {
  return text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) =>
    Object.hasOwn(DOCUMENTS, word) ? DOCUMENTS[word as keyof typeof DOCUMENTS].label : word,
  )
}

function NextSteps({ progress }: { progress: OnboardingProgressOut }) {
  const open = ORDER.filter((part) => !progress.completed_steps.includes(part))
  // A text stands for each open part, in their order; a part that is not here has no place to lead to.
  const shown = open.flatMap((part, place) => (stepOf(part) ? [[part, place] as const] : []))
  if (shown.length === 0) return null
  return (
    <div>
      <h3 className={classes.subheading}>Next Steps</h3>
      <ol className={classes.links}>
        {shown.map(([part, place]) => (
          <li key={part}>
            <StepLink part={part}>{progress.next_steps[place]}</StepLink>
          </li>
        ))}
      </ol>
    </div>
  )
}

const ORDER = [...PARTS, 'approval'] as const

function StepLink({ part, children }: { part: Step; children: ReactNode }) {
  const step = stepOf(part)
  if (step === null) return children
  return (
    <Link to="/drive-with-us" search={{ step }} className={classes.link}>
      {children}
    </Link>
  )
}

/** What was typed goes for good, so that is asked first (ONB-04). */
function Restart() {
  const [isAsked, setAsked] = useState(false)
  const restart = useApplicationStep('restart', () => {
    setAsked(false)
    toast.success('Application Restarted', { id: 'application' })
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Restart Application
      </Button>
      {isAsked && (
        <Dialog title="Restart the application?" onClose={() => setAsked(false)}>
          <p>Everything that you typed is removed, and a fresh application begins.</p>
          {restart.isError && <FormErrorBox wait={0}>{sentenceOf(restart.error)}</FormErrorBox>}
          <div className={classes.actions}>
            <Button color="red.9" loading={restart.isPending} onClick={() => restart.mutate()}>
              Restart Application
            </Button>
            <Button variant="default" onClick={() => setAsked(false)}>
              Back
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
