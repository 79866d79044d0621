import type { FactorsOut } from '@/api/generated/types.gen'

export type Band = 'excellent' | 'good' | 'fair' | 'low' | 'poor'

export const BAND_NAME = {
  excellent: 'Excellent match',
  good: 'Good match',
  fair: 'Fair match',
  low: 'Low match',
  poor: 'Poor match',
} satisfies Record<Band, string>

/** The colours change at 90, 80, 70 and 60; a band begins with its own figure (MAT-15). */
export function bandOf(score: number): Band {
  if (score >= 90) return 'excellent'
  if (score >= 80) return 'good'
  if (score >= 70) return 'fair'
  return score >= 60 ? 'low' : 'poor'
}

export interface Factor {
  key: keyof FactorsOut
  name: string
  /** Share of the score in percent (MAT-04). */
  weight: number
  about: string
}

/** The six factors in the order of their weights. Together they are the whole score. */
export const FACTORS: readonly Factor[] = [
  {
    key: 'distance',
    name: 'Distance',
    weight: 25,
    about: 'How near the driver is to the pickup.',
  },
  {
    key: 'vehicle_match',
    name: 'Vehicle match',
    weight: 20,
    about: 'How well this kind of vehicle suits the service.',
  },
  {
    key: 'capacity',
    name: 'Capacity',
    weight: 15,
    about: 'How much room is left beside your items.',
  },
  {
    key: 'availability',
    name: 'Availability',
    weight: 15,
    about: 'Whether the pickup is within working hours.',
  },
  { key: 'rating', name: 'Rating', weight: 15, about: 'What customers have given on average.' },
  { key: 'price', name: 'Price', weight: 10, about: 'How far the price is below the limit.' },
]

/** What a factor brings to the score, of at most its weight. */
export function pointsOf(factors: FactorsOut, { key, weight }: Factor): number {
  return (factors[key] * weight) / 100
}
