import { linkOptions } from '@tanstack/react-router'
import type { UserType } from '@/auth/storedSession'

/** What a visitor can track. */
export const SAMPLE_TRACKING = linkOptions({ to: '/track/$orderId', params: { orderId: 'demo' } })

/** Where a name in the header leads (PUB-03). */
export const DASHBOARD_LINK = {
  customer: linkOptions({ to: '/dashboard' }),
  driver: linkOptions({ to: '/driver-dashboard' }),
  admin: linkOptions({ to: '/admin' }),
} satisfies Record<UserType, object>

const ORDERS = { label: 'Orders', link: DASHBOARD_LINK.customer }

/** Beside booking and tracking (PUB-02). The pages themselves say who may enter (OP-57). */
export const LINKS = {
  visitor: [
    { label: 'Drive', link: linkOptions({ to: '/drive-with-us' }) },
    { label: 'Admin', link: DASHBOARD_LINK.admin },
  ],
  customer: [ORDERS],
  // A driver's jobs are under Drive; these are what they book themselves.
  driver: [
    { ...ORDERS, label: 'Your Bookings' },
    { label: 'Drive', link: DASHBOARD_LINK.driver },
  ],
  admin: [{ label: 'Admin', link: DASHBOARD_LINK.admin }],
} satisfies Record<UserType | 'visitor', { label: string; link: object }[]>
