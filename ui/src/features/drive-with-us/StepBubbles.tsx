import { Link } from '@tanstack/react-router'
import classes from './DriveWithUs.module.css'
import { type LaterStep, listedSteps } from './steps'

/** The steps behind the landing, each one press away (ONB-06). */
export function StepBubbles({ step }: { step: LaterStep }) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.bubbles}>
        {listedSteps().map(([number, { name }], place) => (
          <li key={number}>
            <Link
              to="/drive-with-us"
              search={{ step: number }}
              className={classes.bubble}
              aria-current={number === step ? 'step' : undefined}
            >
              <span aria-hidden="true">{place + 1}</span>
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
