import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '@/auth/session'
import { Application } from './Application'
import { Approval } from './Approval'
import classes from './DriveWithUs.module.css'
import { Landing } from './Landing'
import { Overview } from './Overview'
import { StepBubbles } from './StepBubbles'
import type { OnboardingStep } from './steps'

/** /drive-with-us: a driver who comes from the registration goes on behind its first step (AUT-24). */
export function DriveWithUsPage({ step }: { step: OnboardingStep }) {
  const { user, status } = useSession()
  const who = status === 'loading' ? null : (user?.userType ?? 'visitor')
  const isRegistered = useLocation({ select: ({ state }) => state.registered === true })
  const jumps = step === 1 && isRegistered && user?.userType === 'driver'
  const navigate = useNavigate()
  useEffect(() => {
    if (!jumps) return
    void navigate({
      to: '/drive-with-us',
      search: { step: 2 },
      state: { registered: true },
      replace: true,
    })
  }, [jumps, navigate])
  if (step === 1) return <Landing who={who} />
  return (
    <div className={classes.page}>
      <StepBubbles step={step} />
      {step === 2 && (
        <Overview
          welcomed={isRegistered && user?.userType === 'driver' ? user.name : null}
          who={who}
        />
      )}
      {step === 3 && <Application who={who} />}
      {step === 7 &&
        (who === 'customer' || who === 'driver' ? (
          <Approval who={who} />
        ) : (
          <Application who={who} />
        ))}
    </div>
  )
}
