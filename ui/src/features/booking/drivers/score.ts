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
  about: string
}

/** The six factors; the server says what each weighs. */
export const FACTORS: readonly Factor[] = [
  {
    key: 'distance',
    name: 'Distance',
    about: 'How near the driver is to the pickup.',
  },
  {
    key: 'vehicle_match',
    name: 'Vehicle match',
    about: 'How well this kind of vehicle suits the service.',
  },
  {
    key: 'capacity',
    name: 'Capacity',
    about: 'How much room is left beside your items.',
  },
  {
    key: 'availability',
    name: 'Availability',
    about: 'Whether the pickup is within working hours.',
  },
  { key: 'rating', name: 'Rating', about: 'What customers have given on average.' },
  { key: 'price', name: 'Price', about: 'How far the price is below the limit.' },
]

/** What a factor brings to the score, of at most its weight. */
export function pointsOf(factors: FactorsOut, weight: number, key: Factor['key']): number {
  return (factors[key] * weight) / 100
}
