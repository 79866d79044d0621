import { Link } from '@tanstack/react-router'
import { cancellationRule } from './cancellationRule'
import classes from './PaymentStep.module.css'

/** The rule of cancelling beside the payment, and the way to all of it. */
export function CancellingCosts({ scheduledTime }: { scheduledTime: string | null }) {
  return (
    <p className={classes.rule}>
      {cancellationRule(scheduledTime)}{' '}
      <Link to="/terms" hash="cancelling" target="_blank">
        Cancellation terms
      </Link>
    </p>
  )
}
