import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { codeOf, sentenceOf } from '@/api/problem'
import { formatCents } from '@/components/Money'
import { cardName } from '@/shared/card/cardName'
import { PayButton } from '@/shared/card/PayButton'
import type { SavedCard } from '@/shared/card/savedCards'
import classes from './CardPayment.module.css'
import { hasLapsed, PaymentExpired } from './PaymentExpired'
import { PaymentFailed } from './PaymentFailed'
import { PaymentOutcome } from './PaymentOutcome'
import type { PaymentProps } from './paymentProps'
import { ThreeDSecure } from './ThreeDSecure'
import { useCharge, useSettling } from './useCharge'

/** Nothing was charged, and this card will not do another time either. */
const USELESS = new Set(['saved_card_gone', 'saved_card_expired'])
const NO_BANK = 'Your bank could not be asked.'

/** Paying with a saved card in one press (PAY-30); its bank may still ask. */
export function SavedCardPayment(
  props: PaymentProps & {
    card: SavedCard
    /** With it the bank asks in this browser; without, the simulated one is answered here. */
    publishableKey: string | null | undefined
    /** The card pays nothing any more, for this reason. */
    onUseless: (sentence: string) => void
  },
) {
  const id = useId()
  const { payment, card, publishableKey, words, onNewPrice } = props
  const { confirm, authenticate } = useCharge(payment, props.onPaid)
  const settling = useSettling(payment, props.onPaid)
  const [refused, setRefused] = useState<string | null>(null)
  const [answered, setAnswered] = useState(false)
  const bank = useMutation({
    mutationFn: async (key: string) => {
      const { askBank } = await import('@/shared/card/stripe')
      return askBank(key, payment?.client_secret ?? '')
    },
    onSuccess: (outcome) =>
      outcome.kind === 'refused' ? setRefused(outcome.sentence) : settling.mutate(),
    onError: () => setRefused(NO_BANK),
  })
  const attempts = [confirm, authenticate, settling]
  const paid = attempts.some(({ data }) => data?.payment.status === 'succeeded')
  const pending = bank.isPending || attempts.some(({ isPending }) => isPending)
  const failure = pending ? null : (authenticate.error ?? confirm.error)
  const isAsked = confirm.data?.payment.status === 'requires_action'

  const pay = (event: FormEvent) => {
    event.preventDefault()
    if (pending || paid || !payment) return
    setAnswered(false)
    setRefused(null)
    for (const each of [bank, ...attempts]) each.reset()
    confirm.mutate(
      { saved_card_id: card.id },
      {
        onSuccess: (outcome) => {
          if (outcome.payment.status === 'requires_action' && publishableKey)
            bank.mutate(publishableKey)
        },
        onError: (error) => USELESS.has(codeOf(error) ?? '') && props.onUseless(sentenceOf(error)),
      },
    )
  }
  return (
    <form id={id} className={classes.saved} onSubmit={pay} aria-label={cardName(card)}>
      {failure && onNewPrice && hasLapsed(failure) ? (
        <PaymentExpired busy={false} onNewPrice={onNewPrice} />
      ) : failure ? (
        <PaymentFailed error={failure} reassurance={words.reassurance} />
      ) : (
        <PaymentOutcome refused={refused} settling={settling} reassurance={words.reassurance} />
      )}
      <PayButton
        form={id}
        action={`Pay ${formatCents(payment?.amount_cents ?? props.offeredCents)}`}
        busy={pending || paid}
        disabled={!payment}
      />
      {payment && isAsked && !publishableKey && !answered && !paid && (
        <ThreeDSecure
          cents={payment.amount_cents}
          busy={authenticate.isPending}
          onAnswer={(approved) =>
            authenticate.mutate(approved, { onSettled: () => setAnswered(true) })
          }
          onClose={() => setAnswered(true)}
        />
      )}
    </form>
  )
}
