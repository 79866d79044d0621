import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/RouterLink'
import classes from './DriveWithUs.module.css'
import { type LaterStep, labelTo, stepsBeside } from './steps'

/** Previous and Next below a step (ONB-06). A step whose own button leads on gives it as `next`. */
export function StepButtons({ step, next: own }: { step: LaterStep; next?: ReactNode }) {
  const { previous, next } = stepsBeside(step)
  return (
    <div className={classes.beside}>
      {previous && (
        <ButtonLink to="/drive-with-us" search={{ step: previous }} size="lg" variant="default">
          Previous
        </ButtonLink>
      )}
      {own ??
        (next && (
          <ButtonLink to="/drive-with-us" search={{ step: next }} size="lg">
            {labelTo(next)}
          </ButtonLink>
        ))}
    </div>
  )
}
