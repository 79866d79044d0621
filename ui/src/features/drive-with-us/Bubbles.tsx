import { Link } from '@tanstack/react-router'
import classes from './DriveWithUs.module.css'
import { type OnboardingStep, STEPS } from './steps'

/** The steps behind the landing, each one a tap away (ONB-06). */
export function Bubbles() {
  return (
    <nav className={classes.bubbles} aria-label="Steps to becoming a driver">
      <ol>
        {STEPS.map((name, index) => {
          const number = (index + 1) as OnboardingStep
          if (number === 1) return null
          return (
            <li key={name}>
              <Link to="/drive-with-us" search={{ step: number }}>
                <span className={classes.number} aria-hidden="true">
                  {number}
                </span>
                <span className={classes.name}>{name}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
