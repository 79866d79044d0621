/** The steps of the way from a visitor to an approved driver that are here, by their documented numbers
 * (ONB-01). */
export const STEPS = { 2: 'Overview', 3: 'Application', 7: 'Approval' } as const

export type LaterStep = keyof typeof STEPS
export type OnboardingStep = 1 | LaterStep

export type OnboardingSearch = { step?: LaterStep }

/** Reads `?step=`; what is no step is the first, whose address has none. */
export function onboardingSearch(search: Record<string, unknown>): OnboardingSearch {
  const step = Number(search.step)
  return { step: isLaterStep(step) ? step : undefined }
}

function isLaterStep(step: number): step is LaterStep {
  return Object.hasOwn(STEPS, step)
}

/** Whose page it is; null until that is known. */
export type Who = 'visitor' | 'customer' | 'driver' | 'admin' | null
