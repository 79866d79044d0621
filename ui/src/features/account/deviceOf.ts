import type { SessionUser } from '@/api/storedSession'

/** What a driver has on this device, to be asked about and cleared when they leave; nobody else has. */
export async function deviceOf(user: SessionUser | null) {
  return user?.userType === 'driver' ? import('@/features/driver/leaving') : undefined
}
