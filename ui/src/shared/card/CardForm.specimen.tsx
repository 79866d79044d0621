import type { Specimen } from '@/design/specimen'
import { CardForm } from './CardForm'

const nothing = () => undefined
const common = { action: 'Pay $35.72', onPay: nothing }

export default {
  name: 'CardForm',
  states: {
    empty: <CardForm {...common} busy={false} disabled={false} />,
    refused: (
      <CardForm
        {...common}
        busy={false}
        disabled={false}
        refused={{ number: 'Your card was declined. Please try a different payment method.' }}
      />
    ),
    processing: <CardForm {...common} busy disabled={false} />,
    'without an intent': <CardForm {...common} busy={false} disabled />,
  },
} satisfies Specimen
