import { Link } from '@tanstack/react-router'
import classes from './DriveWithUs.module.css'
import { type LaterStep, STEPS } from './steps'

/** The steps behind the landing, each one press away (ONB-06). */
export function StepBubbles({ step }: { step: LaterStep }) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.bubbles}>
        {Object.entries(STEPS).map(([number, name], place) => (
          <li key={number}>
            <Link
              to="/drive-with-us"
              search={{ step: Number(number) as LaterStep }}
              className={classes.bubble}
              aria-current={Number(number) === step ? 'step' : undefined}
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
