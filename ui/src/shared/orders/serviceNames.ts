import type { ServiceType } from '@/api/generated/types.gen'

/** Service types as people read them. */
export const SERVICE_NAMES = {
  delivery: 'Delivery',
  moving: 'Moving',
  pickup: 'Pickup',
} satisfies Record<ServiceType, string>
