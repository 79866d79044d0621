import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './DriveWithUs.module.css'
import { type LaterStep, listedSteps } from './steps'
import { isDecided, useApplication } from './useApplication'
import { isApplicant, type Who } from './who'

/** The steps behind the landing, each one press away (ONB-06), with what is done and what comes next (ONB-13). */
export function StepBubbles({ step, who }: { step: LaterStep; who: Who }) {
  const application = useApplication(isApplicant(who)).data
  const progress = application?.progress
  const isOver = application && isDecided(application)
  return (
    <nav aria-label="Steps">
      <ol className={classes.bubbles}>
        {listedSteps().map(([number, { name, part }], place) => {
          const isDone = part !== undefined && progress?.completed_steps.includes(part)
          const isNext = part !== undefined && !isOver && progress?.current_step === part
          return (
            <li key={number}>
              <Link
                to="/drive-with-us"
                search={{ step: number }}
                className={classes.bubble}
                aria-current={number === step ? 'step' : undefined}
                data-done={isDone || undefined}
                data-next={isNext || undefined}
              >
                <span className={classes.place} aria-hidden="true">
                  {isDone ? <IconCheck size={18} stroke={2.6} /> : place + 1}
                </span>
                <span className={classes.name}>
                  {name}
                  {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
                  {isNext && <VisuallyHidden> (to do next)</VisuallyHidden>}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
