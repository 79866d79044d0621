import type { Specimen } from '@/design/specimen'
import { FareLines, FareLinesToCome } from './FareLines'
import { type FareLine, LINES_OF_A_FARE } from './lines'

const LINES: FareLine[] = [
  { name: 'Base fee', cents: 1500 },
  { name: 'Distance fee', note: '6.0 mi', cents: 1200 },
  { name: 'Time fee', note: '35 min', cents: 2625 },
  { name: 'Subtotal', cents: 5325, sum: true },
  { name: 'Taxes', cents: 439 },
  { name: 'Total', cents: 5764, sum: true },
]

export default {
  name: 'FareLines',
  states: {
    'a fare': <FareLines lines={LINES} />,
    'a new one is coming': <FareLines lines={LINES} waiting />,
    'before the first': <FareLinesToCome count={LINES_OF_A_FARE} />,
  },
} satisfies Specimen
