import { useState } from 'react'
import { fieldOf, sentenceOf } from '@/api/problem'
import { formatCents } from '@/components/Money'
import { CardForm } from '@/shared/card/CardForm'
import type { Card, CardField } from '@/shared/card/card'
import { useCardsChanged } from '@/shared/card/savedCards'
import { hasLapsed, PaymentExpired } from './PaymentExpired'
import { PaymentFailed } from './PaymentFailed'
import type { PaymentProps } from './paymentProps'
import { ThreeDSecure } from './ThreeDSecure'
import { useCharge } from './useCharge'

/** Paying with a card that is typed into our own form, where the provider is simulated. */
export function DocumentedPayment(props: PaymentProps) {
  const { payment, words, onNewPrice } = props
  const changed = useCardsChanged()
  const { confirm, authenticate } = useCharge(payment, (order) => {
    void changed()
    props.onPaid(order)
  })
  const [answered, setAnswered] = useState(false)
  const paid = [confirm.data, authenticate.data].some((one) => one?.payment.status === 'succeeded')
  const asked = confirm.data?.payment.status ?? payment?.status
  const pending = confirm.isPending || authenticate.isPending
  const failure = pending ? null : (authenticate.error ?? confirm.error)
  const pay = (card: Card, save: boolean) => {
    setAnswered(false)
    authenticate.reset()
    confirm.mutate({ card: { ...card, name: card.name.trim() }, save_card: save })
  }
  const startAgain = () => {
    confirm.reset()
    authenticate.reset()
    onNewPrice?.()
  }
  return (
    <>
      <CardForm
        action={`Pay ${formatCents(payment?.amount_cents ?? props.offeredCents)}`}
        busy={pending || paid}
        disabled={!payment}
        refused={refusedField(confirm.error)}
        onPay={pay}
      >
        {onNewPrice && failure && hasLapsed(failure) ? (
          <PaymentExpired busy={false} onNewPrice={startAgain} />
        ) : (
          failure &&
          !refusedField(failure) && (
            <PaymentFailed error={failure} reassurance={words.reassurance} />
          )
        )}
      </CardForm>
      {payment && asked === 'requires_action' && !answered && !paid && (
        <ThreeDSecure
          cents={payment.amount_cents}
          busy={authenticate.isPending}
          onAnswer={(approved) =>
            authenticate.mutate(approved, { onSettled: () => setAnswered(true) })
          }
          onClose={() => setAnswered(true)}
        />
      )}
    </>
  )
}

/** `card.number` of a refusal, as the form's own field. */
function refusedField(error: unknown): Partial<Record<CardField, string>> | undefined {
  const [part, name] = fieldOf(error)?.split('.') ?? []
  if (part !== 'card' || !name) return undefined
  return { [name as CardField]: sentenceOf(error) }
}
