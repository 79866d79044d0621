import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '@/auth/session'
import { Landing } from './Landing'
import { Overview } from './Overview'
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
    <Overview welcomed={isRegistered && user?.userType === 'driver' ? user.name : null} who={who} />
  )
}
