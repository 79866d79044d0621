import type { TaxClassification, TaxpayerNumberType } from '@/api/generated/types.gen'

/** Line 3a of Form W-9, in its words. */
export const CLASSIFICATIONS = {
  individual: 'Individual/sole proprietor',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust_or_estate: 'Trust/estate',
  llc_c: 'LLC taxed as a C corporation',
  llc_s: 'LLC taxed as an S corporation',
  llc_p: 'LLC taxed as a partnership',
} satisfies Record<TaxClassification, string>

export const NUMBER_TYPES = {
  ssn: 'Social Security number',
  ein: 'Employer identification number',
  itin: 'ITIN',
} satisfies Record<TaxpayerNumberType, string>

export const WITHHELD = 'Without a Form W-9, 24% of every payout is withheld for the tax office.'
