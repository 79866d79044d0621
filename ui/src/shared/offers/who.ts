import type { JobOfferOut } from '@/api/generated/types.gen'

/** How the driver came by the offer. */
export const WHO = {
  chosen: 'The customer chose you',
  assigned: 'Assigned to you by the office',
  in_turn: 'Offered to you first',
  everyone: 'Open to every driver',
} satisfies Record<JobOfferOut['kind'], string>
