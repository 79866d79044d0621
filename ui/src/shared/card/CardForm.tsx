import { TextInput } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import classes from './CardForm.module.css'
import {
  type Card,
  type CardField,
  CVC_LENGTH,
  cvcExample,
  cvcOf,
  EMPTY_CARD,
  expiryOf,
  faultsOf,
  grouped,
  NAME_LENGTH,
  NUMBER_LENGTH,
} from './card'
import { PayButton } from './PayButton'
import { SaveCardBox } from './SaveCardBox'
import { TestCards } from './TestCards'

const ORDER: CardField[] = ['number', 'expiry', 'cvc', 'name']

/**
 * The documented card form (PAY-03), for a provider that is simulated. What is typed is held in
 * this component alone: never in storage, in a cache or in the address.
 */
export function CardForm(props: {
  /** What the button says, such as `Pay $43.30`. */
  action: ReactNode
  busy: boolean
  disabled: boolean
  /** What the server found wrong with a field. */
  refused?: Partial<Record<CardField, string>>
  /** What stands between the fields and the button, such as the last decline. */
  children?: ReactNode
  onPay: (card: Card, save: boolean) => void
}) {
  const [card, setCard] = useState(EMPTY_CARD)
  const [save, setSave] = useState(false)
  const [asked, setAsked] = useState<ReadonlySet<CardField>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const faults = faultsOf(card, new Date())

  const field = (name: CardField, read: (typed: string) => string = (typed) => typed) => ({
    name: `card-${name}`,
    value: card[name],
    error: (asked.has(name) && faults[name]) || props.refused?.[name],
    size: 'md' as const,
    onChange: (event: { currentTarget: { value: string } }) => {
      const value = read(event.currentTarget.value)
      setCard((before) => ({ ...before, [name]: value }))
    },
    // A field that was left unfinished says so; one that was only passed through does not.
    onBlur: () => card[name] && setAsked((before) => new Set(before).add(name)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(new Set(ORDER))
    const first = ORDER.find((name) => faults[name])
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name="card-${first}"]`)?.focus()
    } else if (!props.busy) {
      props.onPay(card, save)
    }
  }

  return (
    <form
      ref={form}
      id={id}
      className={classes.form}
      noValidate
      onSubmit={submit}
      aria-label="Card"
    >
      <TestCards onPick={(number) => setCard((before) => ({ ...before, number }))} />
      <TextInput
        {...field('number', grouped)}
        label="Card Number"
        placeholder="1234 5678 9012 3456"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={NUMBER_LENGTH}
        leftSection={<IconCreditCard size={18} aria-hidden="true" />}
        classNames={{ input: classes.digits }}
      />
      <div className={classes.pair}>
        <TextInput
          {...field('expiry', (typed) => expiryOf(typed, card.expiry))}
          label="Expiry (MM/YY)"
          placeholder="MM/YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={5}
          classNames={{ input: classes.digits }}
        />
        <TextInput
          {...field('cvc', cvcOf)}
          label="CVC"
          placeholder={cvcExample(card.number)}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={CVC_LENGTH}
          classNames={{ input: classes.digits }}
        />
      </div>
      <TextInput
        {...field('name')}
        label="Cardholder Name"
        placeholder="Name on card"
        autoComplete="cc-name"
        maxLength={NAME_LENGTH}
      />
      <SaveCardBox checked={save} onChange={setSave} />
      {props.children}
      <PayButton form={id} action={props.action} busy={props.busy} disabled={props.disabled} />
    </form>
  )
}
