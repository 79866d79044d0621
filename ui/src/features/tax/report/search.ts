/** The tax report's part of the admin page's address. */
export interface TaxReportSearch {
  taxYear?: number
}

/** Whatever an address may say; what makes no sense counts as not said. */
export function taxReportSearch(search: Record<string, unknown>): TaxReportSearch {
  const { taxYear } = search
  return {
    taxYear: typeof taxYear === 'number' && Number.isInteger(taxYear) ? taxYear : undefined,
  }
}
