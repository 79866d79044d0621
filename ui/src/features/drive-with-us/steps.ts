import type { Step } from '@/api/generated/types.gen'

/** The steps of the way from a visitor to an approved driver that are here, by their documented numbers
 * (ONB-01). Bubbles, Previous and Next, and the tiles of the progress follow from this table, in which
 * `part` is what the progress calls a step; `panels.tsx` has what each shows. */
export const STEPS = {
  2: { name: 'Overview' },
  3: { name: 'Application', part: 'application' },
  4: { name: 'Documents', part: 'documents' },
  5: { name: 'Background Check', part: 'background_check' },
  6: { name: 'Training', part: 'training' },
  7: { name: 'Approval', part: 'approval' },
} as const satisfies Record<number, StepEntry>

type StepEntry = { name: string; part?: Step }

export type LaterStep = keyof typeof STEPS
export type OnboardingStep = 1 | LaterStep

export type OnboardingSearch = { step?: LaterStep }

const NUMBERS = Object.keys(STEPS).map(Number) as LaterStep[]

/** Each with its number, in their order. */
export function listedSteps(): [LaterStep, StepEntry][] {
  return NUMBERS.map((step) => [step, STEPS[step]])
}

/** Where a part of the progress is worked on; null while it is not here. */
export function stepOf(part: Step): LaterStep | null {
  return listedSteps().find(([, entry]) => entry.part === part)?.[0] ?? null
}

/** The step before this one, and the one behind it. */
export function stepsBeside(step: LaterStep) {
  const place = NUMBERS.indexOf(step)
  return { previous: NUMBERS[place - 1] ?? null, next: NUMBERS[place + 1] ?? null }
}

/** What leads on to a step (ONB-06). */
export function labelTo(step: LaterStep): string {
  return step === 7 ? 'Next' : `Continue to ${STEPS[step].name}`
}

/** Reads `?step=`; what is no step is the first, whose address has none. */
export function onboardingSearch(search: Record<string, unknown>): OnboardingSearch {
  const step = Number(search.step)
  return { step: isLaterStep(step) ? step : undefined }
}

function isLaterStep(step: number): step is LaterStep {
  return Object.hasOwn(STEPS, step)
}
