import type { MileagePurpose } from '@/api/generated/types.gen'

export const PURPOSES = {
  business: 'Business',
  personal: 'Personal',
} satisfies Record<MileagePurpose, string>
