import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { ALL_STEPS, STEPS, type Step } from '../steps'
import classes from './Progress.module.css'

/** Where one is in the booking, and the way back to every step that can be opened. */
export function Progress({ step, furthest }: { step: Step; furthest: Step }) {
  return (
    <div className={classes.strip}>
      <nav className={classes.steps} aria-label="Booking steps">
        <ol>
          {ALL_STEPS.map((each) => (
            <li key={each} data-state={each < step ? 'done' : each === step ? 'now' : 'ahead'}>
              <StepMark step={each} now={step} open={each <= furthest} />
            </li>
          ))}
        </ol>
      </nav>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label="Booking progress"
        aria-valuemin={1}
        aria-valuemax={ALL_STEPS.length}
        aria-valuenow={step}
        aria-valuetext={`Step ${step} of ${ALL_STEPS.length}: ${STEPS[step].name}`}
        style={{ '--done': step / ALL_STEPS.length } as CSSProperties}
      />
    </div>
  )
}

function StepMark({ step, now, open }: { step: Step; now: Step; open: boolean }) {
  const face = (
    <>
      <span className={classes.dot} aria-hidden="true">
        {step < now ? <IconCheck size={14} stroke={2.6} /> : step}
      </span>
      <span className={classes.name}>{STEPS[step].name}</span>
    </>
  )
  if (!open || step === now) {
    return (
      <span className={classes.mark} aria-current={step === now ? 'step' : undefined}>
        {face}
      </span>
    )
  }
  return (
    <Link to="/book-service" search={{ step }} className={classes.mark}>
      {face}
    </Link>
  )
}
