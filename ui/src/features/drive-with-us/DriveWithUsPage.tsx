import { Skeleton } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useSession } from '@/auth/session'
import { ApplicantsPanel } from './ApplicantsPanel'
import classes from './DriveWithUs.module.css'
import { Landing } from './Landing'
import { PANELS } from './panels'
import { StepBubbles } from './StepBubbles'
import { StepButtons } from './StepButtons'
import type { LaterStep, OnboardingStep } from './steps'
import type { Who } from './who'

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
      <StepBubbles step={step} who={who} />
      <Suspense fallback={<Skeleton height={480} radius="lg" />}>
        <Panel step={step} who={who} />
      </Suspense>
    </div>
  )
}

function Panel({ step, who }: { step: LaterStep; who: Who }) {
  const panel = PANELS[step]
  if (panel.for === 'everybody') return <panel.show who={who} />
  return (
    <>
      <ApplicantsPanel step={step} who={who} show={panel.show} />
      <StepButtons step={step} />
    </>
  )
}
