import { ButtonLink } from '@/components/RouterLink'
import classes from './DriveWithUs.module.css'
import type { LaterStep } from './steps'
import type { Who } from './who'

/** For whoever cannot apply yet: an account comes first, and they come back to this step. */
export function BeforeApplying({ who, step }: { who: Who; step: LaterStep }) {
  if (who === 'admin') return <p>An administrator’s account does not drive.</p>
  if (who !== 'visitor') return null
  const next = `/drive-with-us?step=${step}`
  return (
    <div className={classes.actions}>
      <ButtonLink to="/register" search={{ role: 'driver', next }} size="lg">
        Sign Up as a Driver
      </ButtonLink>
      <ButtonLink to="/login" search={{ next }} size="lg" variant="default">
        Login
      </ButtonLink>
    </div>
  )
}
