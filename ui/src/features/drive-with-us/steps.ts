/** The first steps of the way from a visitor to an approved driver (ONB-01): Landing and Overview. */
export type OnboardingStep = 1 | 2

export type OnboardingSearch = { step?: OnboardingStep }

/** Reads `?step=`; what is no step is the first, whose address has none. */
export function onboardingSearch(search: Record<string, unknown>): OnboardingSearch {
  return { step: Number(search.step) === 2 ? 2 : undefined }
}
