import type { UserType } from '@/auth/storedSession'
import { useAdvertised } from '@/shared/advertising/useAdvertised'
import classes from './DriveWithUs.module.css'

const MEANWHILE = {
  visitor: 'You can sign up as a driver now, and enter your vehicle and your hours.',
  customer:
    'Your account is a customer’s, and cannot become a driver’s yet. To be ready now, log out and sign up as a driver with another e-mail address.',
  driver: 'You can enter your vehicle and your hours in your driver profile now.',
  admin: 'An administrator’s account does not drive.',
} satisfies Record<UserType | 'visitor', string>

/** Whose page it is; null until that is known. */
export type Who = UserType | 'visitor' | null

/** How far somebody gets today, so that nobody waits for what does not come. */
export function HowFar({ who }: { who: Who }) {
  const advertised = useAdvertised()
  return (
    <p className={classes.note}>
      {advertised('closedApplications')} {who && MEANWHILE[who]}
    </p>
  )
}
