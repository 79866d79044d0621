import { useNavigate } from '@tanstack/react-router'
import { useSession } from '@/api/session'

/** Signs out, from anywhere; a driver is asked first while something of theirs is not sent. */
export function useLeave(): () => void {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  return () => void leave()

  async function leave(): Promise<void> {
    const driver =
      user?.userType === 'driver' ? await import('@/features/driver/leaving') : undefined
    // The phone's menu lies over everything, also over the question.
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    if (driver && !(await driver.mayLeave())) return
    // Home is public, so nobody sees a guard's refusal on the way out.
    await navigate({ to: '/' })
    const left = signOut()
    await driver?.clearDevice()
    await left
  }
}
