/** The way from a visitor to an approved driver, in its order (ONB-01). */
export const STEPS = [
  'Landing',
  'Overview',
  'Application',
  'Documents',
  'Background Check',
  'Training',
  'Approval',
] as const

export type OnboardingStep = 1 | 2 | 3 | 4 | 5 | 6 | 7

export type OnboardingSearch = { step?: OnboardingStep }

/** Reads `?step=`; what is no step is the first, whose address has none. */
export function onboardingSearch(search: Record<string, unknown>): OnboardingSearch {
  const step = Number(search.step)
  const isLater = Number.isInteger(step) && step > 1 && step <= STEPS.length
  return { step: isLater ? (step as OnboardingStep) : undefined }
}
