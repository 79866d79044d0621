export type Step = 1 | 2 | 3 | 4 | 5

export const STEPS = {
  1: { name: 'Service', title: 'Choose a service' },
  2: { name: 'Locations', title: 'Contact and locations' },
  3: { name: 'Details', title: 'Item details and price' },
  4: { name: 'Driver', title: 'Choose a driver' },
  5: { name: 'Payment', title: 'Payment and confirmation' },
} satisfies Record<Step, { name: string; title: string }>

export const ALL_STEPS = [1, 2, 3, 4, 5] as const satisfies readonly Step[]
