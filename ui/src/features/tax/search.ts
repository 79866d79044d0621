/** The Tax Center's own tabs (TAX-01). Overview is the one without a word in the address. */
export const TAX_VIEWS = {
  overview: 'Overview',
  expenses: 'Expenses',
  mileage: 'Mileage',
  documents: 'Tax Documents',
} as const

export type TaxView = keyof typeof TAX_VIEWS

/** What of the Tax Center stands in the address: the rest is as it is without being said. */
export type TaxSearch = { tax?: Exclude<TaxView, 'overview'>; year?: number }

/** Reads the Tax Center's part of an address; what it does not know it leaves out. */
export function taxSearch(search: Record<string, unknown>): TaxSearch {
  const { tax, year } = search
  return {
    tax: tax === 'expenses' || tax === 'mileage' || tax === 'documents' ? tax : undefined,
    year: typeof year === 'number' && Number.isInteger(year) ? year : undefined,
  }
}
