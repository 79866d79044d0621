import { z } from 'zod'

const placeId = z.string().min(1).max(200).optional().catch(undefined)

/** The wizard's address: the step, and what the home page has asked already. */
export const bookingSearch = z.object({
  step: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
    .optional()
    .catch(undefined),
  /** Place ids from the fields on the home page. */
  from: placeId,
  to: placeId,
  service: z.enum(['small', 'large']).optional().catch(undefined),
})

export type BookingSearch = z.infer<typeof bookingSearch>
