import { confirmLocations } from '@/shared/places/confirmLocations'
import type { Draft } from './draft/draft'
import { scheduleFault } from './locations/schedule'

export type Step = 1 | 2 | 3 | 4 | 5

export const STEPS = {
  1: { name: 'Service', title: 'Choose a service' },
  2: { name: 'Locations', title: 'Contact and locations' },
  3: { name: 'Details', title: 'Item details and price' },
  4: { name: 'Driver', title: 'Choose a driver' },
  5: { name: 'Payment', title: 'Payment and confirmation' },
} satisfies Record<Step, { name: string; title: string }>

export const ALL_STEPS = [1, 2, 3, 4, 5] as const satisfies readonly Step[]

/** What keeps each step's Continue disabled (BKG-08 to BKG-11). */
const COMPLETE = {
  1: (draft) => draft.service !== null,
  2: (draft) =>
    draft.contact.name.trim() !== '' &&
    draft.contact.phone.trim() !== '' &&
    confirmLocations(draft).confirmed &&
    scheduleFault(draft.scheduledTime, Date.now()) === null,
  3: (draft) => draft.details.description.trim() !== '',
  4: (draft) => draft.offer !== null,
  5: () => false,
} satisfies Record<Step, (draft: Draft) => boolean>

export function isComplete(step: Step, draft: Draft): boolean {
  return COMPLETE[step](draft)
}

/** The furthest step that may be opened: the first that still lacks something. */
export function furthestStep(draft: Draft): Step {
  return ALL_STEPS.find((step) => !isComplete(step, draft)) ?? 5
}

/** The step to show for the one asked for: an address cannot skip what is not filled in. */
export function openedStep(asked: Step, draft: Draft): Step {
  return Math.min(asked, furthestStep(draft)) as Step
}
