import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DeviceDataOf } from '@/auth/personalData'
import { useSession } from '@/auth/session'

/** Drivers alone have something on the device. */
export const deviceDataOf: DeviceDataOf = async (user) =>
  user?.userType === 'driver' ? import('@/features/driver/deviceData') : undefined

/** Signs out, from anywhere; a driver is asked first while something of theirs is not sent. */
export function useSignOut(): () => void {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return () => void leave()

  async function leave(): Promise<void> {
    const device = await deviceDataOf(user)
    // The phone's menu lies over everything, also over the question.
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    if (device && !(await device.mayLeave())) return
    // Home is public, so nobody sees a guard's refusal on the way out.
    await navigate({ to: '/' })
    // What is under way with this session's token would be refused once the server has ended it.
    void queries.cancelQueries()
    const left = signOut()
    await device?.clearDevice()
    await left
  }
}
