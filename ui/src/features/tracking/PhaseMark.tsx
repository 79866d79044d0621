import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './TrackingScreen.module.css'
import type { Phase } from './trackingStatus'

/** A tick for what was delivered, a cross for what was not. */
export function PhaseMark({ phase }: { phase: Phase }) {
  if (phase === 'delivered') {
    return (
      <span className={classes.mark} data-good aria-hidden="true">
        <IconCheck size={26} stroke={2.6} />
      </span>
    )
  }
  if (phase !== 'cancelled' && phase !== 'failed' && phase !== 'returning') return null
  return (
    <span className={classes.mark} data-bad aria-hidden="true">
      <IconX size={26} stroke={2.6} />
    </span>
  )
}
