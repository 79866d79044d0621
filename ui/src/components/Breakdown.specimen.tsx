import type { Specimen } from '@/design/specimen'
import { Breakdown, BreakdownLine } from './Breakdown'

const lines = (
  <>
    <BreakdownLine label="Amount">$100.00</BreakdownLine>
    <BreakdownLine label="Instant fee">-$1.50</BreakdownLine>
    <BreakdownLine label="Net amount" isSum>
      $98.50
    </BreakdownLine>
  </>
)

export default {
  name: 'Breakdown',
  states: {
    plain: <Breakdown>{lines}</Breakdown>,
    boxed: <Breakdown isBoxed>{lines}</Breakdown>,
  },
} satisfies Specimen
