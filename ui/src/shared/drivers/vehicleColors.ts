import type { VehicleColor } from '@/api/generated/types.gen'

export const COLORS = {
  white: 'White',
  black: 'Black',
  gray: 'Gray',
  silver: 'Silver',
  blue: 'Blue',
  red: 'Red',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  brown: 'Brown',
  beige: 'Beige',
  purple: 'Purple',
} satisfies Record<VehicleColor, string>
