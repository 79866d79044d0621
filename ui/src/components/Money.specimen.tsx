import type { Specimen } from '@/design/specimen'
import { Money } from './Money'

export default {
  name: 'Money',
  states: {
    nothing: <Money cents={0} />,
    'a fare': <Money cents={5764} />,
    thousands: <Money cents={1_234_567} />,
    'given back': <Money cents={-1000} />,
  },
} satisfies Specimen
