import { ENTER_A_PHONE, isPhone } from '@/shared/account/phone'
import { confirmLocations } from '@/shared/places/confirmLocations'
import type { Draft } from './draft/draft'
import { scheduleFault } from './locations/schedule'
import { ALL_STEPS, type Step } from './steps'

/** What a step asks for. Each has its place on the page, which carries the name as `data-field`. */
export type Field =
  | 'service'
  | 'pickup'
  | 'dropoff'
  | 'when'
  | 'name'
  | 'phone'
  | 'pickup_phone'
  | 'dropoff_phone'
  | 'description'
  | 'photos'
  | 'driver'

export interface Missing {
  field: Field
  message: string
}

/** What each step still lacks, in the order of the page (BKG-08 to BKG-11). */
export function missingOf(
  step: Step,
  draft: Draft,
  /** Why the photos cannot be booked with yet. */
  unsent: string | null = null,
): Missing[] {
  switch (step) {
    case 1:
      return draft.service === null ? [missing('service', 'Choose a service to continue.')] : []
    case 2:
      return [
        ...missingPlaces(draft),
        ...missingAccess(draft),
        ...missingTime(draft),
        ...missingContact(draft),
      ]
    case 3:
      return [
        ...(draft.details.items.length === 0 && draft.details.description.trim() === ''
          ? [missing('description', 'Tell us what you’re moving.')]
          : []),
        ...(unsent ? [missing('photos', unsent)] : []),
      ]
    case 4:
      return draft.offer === null ? [missing('driver', 'Choose a driver to continue.')] : []
    case 5:
      return []
  }
}

export function isComplete(step: Step, draft: Draft): boolean {
  return step !== 5 && missingOf(step, draft).length === 0
}

/** The furthest step that may be opened: the first that still lacks something. */
export function furthestStep(draft: Draft): Step {
  return ALL_STEPS.find((step) => !isComplete(step, draft)) ?? 5
}

/** The step to show for the one asked for: an address cannot skip what is not filled in. */
export function openedStep(asked: Step, draft: Draft): Step {
  return Math.min(asked, furthestStep(draft)) as Step
}

function missing(field: Field, message: string): Missing {
  return { field, message }
}

function missingPlaces({ pickup, dropoff }: Draft): Missing[] {
  const { errors } = confirmLocations({ pickup, dropoff })
  const faults = {
    pickup: pickup ? errors.pickup : 'Enter where we pick up.',
    dropoff: dropoff ? errors.dropoff : 'Enter where it goes.',
  }
  return (['pickup', 'dropoff'] as const).flatMap((end) => {
    const fault = faults[end]
    return fault ? [missing(end, fault)] : []
  })
}

/** A contact of one end needs no phone, and a phone must be one. */
function missingAccess({ pickupAccess, dropoffAccess }: Draft): Missing[] {
  const phones = [
    ['pickup_phone', pickupAccess.contact_phone],
    ['dropoff_phone', dropoffAccess.contact_phone],
  ] as const
  return phones.flatMap(([field, phone]) =>
    phone.trim() === '' || isPhone(phone) ? [] : [missing(field, ENTER_A_PHONE)],
  )
}

function missingTime({ scheduledTime }: Draft): Missing[] {
  const fault = scheduleFault(scheduledTime, Date.now())
  return fault ? [missing('when', fault)] : []
}

function missingContact({ contact }: Draft): Missing[] {
  const found: Missing[] = []
  if (contact.name.trim() === '') found.push(missing('name', 'Enter a name.'))
  if (!isPhone(contact.phone)) {
    found.push(missing('phone', ENTER_A_PHONE))
  }
  return found
}

/** The part of an address that leads to the pickup time of the second step. */
export const WHEN = 'when' satisfies Field

/** What is folded away opens with its mark; its part of the application may have to be fetched first. */
const LONGEST_MS = 5_000

/** Moves to a field and into it once it is there, unless the person has gone elsewhere meanwhile. */
export function goToField(field: Field | 'price'): void {
  const from = document.activeElement
  const until = performance.now() + LONGEST_MS
  let wasSeen = false
  const look = () => {
    if (document.activeElement !== from || performance.now() > until) return
    const place = document.querySelector<HTMLElement>(`[data-field="${field}"]`)
    if (place && !wasSeen) place.scrollIntoView({ block: 'center' })
    wasSeen ||= place !== null
    if (place && tookFocus(place)) return
    requestAnimationFrame(look)
  }
  look()
}

/** What is still being fetched or unfolded takes no focus yet. */
function tookFocus(place: HTMLElement): boolean {
  const target = place.querySelector<HTMLElement>('input, textarea, button') ?? place
  target.focus({ preventScroll: true })
  return document.activeElement === target
}
