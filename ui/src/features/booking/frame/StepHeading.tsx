import { type ReactNode, useEffect, useRef } from 'react'
import { ALL_STEPS, STEPS, type Step } from '../steps'
import classes from './StepHeading.module.css'

/**
 * What this step is about. It takes the focus when the step has changed, so that the keyboard and
 * a screen reader start at its top; not on the first step that is opened, which is a page's own.
 */
export function StepHeading(props: { step: Step; moved: boolean; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(props.moved)
  useEffect(() => {
    if (moved.current) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes.top}>
      <p className={classes.eyebrow}>
        Step {props.step} of {ALL_STEPS.length}
      </p>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {STEPS[props.step].title}
      </h1>
      {props.children && <p className={classes.lead}>{props.children}</p>}
    </header>
  )
}
