import { linkOptions } from '@tanstack/react-router'
import type { UserType } from '@/auth/storedSession'

/** What everybody can go to (PUB-02). The Admin page itself says who may enter (OP-57). */
export const MAIN_LINKS = [
  { label: 'Book Now', link: linkOptions({ to: '/book-service' }) },
  { label: 'Track', link: linkOptions({ to: '/track/$orderId', params: { orderId: 'demo' } }) },
  { label: 'Drive', link: linkOptions({ to: '/drive-with-us' }) },
  { label: 'Admin', link: linkOptions({ to: '/admin' }) },
]

/** Where a name in the header leads (PUB-03). */
export const DASHBOARD_LINK = {
  customer: linkOptions({ to: '/dashboard' }),
  driver: linkOptions({ to: '/driver-dashboard' }),
  admin: linkOptions({ to: '/admin' }),
} satisfies Record<UserType, object>
