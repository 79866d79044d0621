import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { MethodType } from '@/api/generated/types.gen'
import { besideField, fieldOf, isProblem, sentenceOf } from '@/api/problem'
import { Choice } from '@/components/fields/Choice'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { toast } from '@/components/toast'
import { CALLED } from '@/shared/payouts/methodName'
import { providerFee } from '../fees'
import { useAddMethod, useFees } from '../queries'
import classes from './Methods.module.css'
import {
  EMPTY,
  FIELDS,
  type FieldName,
  faultsOf,
  MAX_CARD_DIGITS,
  payoutMethodRequest,
  ROUTING_DIGITS,
  type Typed,
  yearsOffered,
} from './methodForm'

const KINDS = {
  bank_account: 'Bank Account',
  debit_card: 'Debit Card',
  paypal: 'PayPal',
} satisfies Record<MethodType, string>
const MONTHS = Array.from({ length: 12 }, (_, before) => String(before + 1))
const ADDED_MS = 4_000

/** The documented form for another way of being paid (OUT-23). What is typed is held here alone. */
export function AddMethod({ driverId }: { driverId: string }) {
  const [type, setType] = useState<MethodType>('bank_account')
  const [typed, setTyped] = useState<Typed>(EMPTY)
  const [asked, setAsked] = useState<ReadonlySet<FieldName>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const adding = useAddMethod(driverId)
  const now = new Date()
  const faults = faultsOf(type, typed, now)
  const refused = fieldOf(adding.error)

  const field = (name: FieldName) => ({
    name,
    value: typed[name],
    required: true,
    error:
      (asked.has(name) && faults[name]) ||
      (refused === name && isProblem(adding.error) && besideField(adding.error.message)),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
      if (refused === name) adding.reset()
    },
    onBlur: () => typed[name] && setAsked((before) => new Set(before).add(name)),
  })
  const choose = (kind: MethodType) => {
    setType(kind)
    setAsked(new Set())
    adding.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(new Set(FIELDS[type]))
    const first = FIELDS[type].find((name) => faults[name])
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    if (adding.isPending) return
    adding.mutate(payoutMethodRequest(type, typed), {
      onSuccess: (method) => {
        setTyped(EMPTY)
        setAsked(new Set())
        toast.success(
          `Your ${CALLED[type]} has been added${method.is_verified ? ' and verified' : ''}.`,
          { id: 'payout-method', title: 'Payout Method Added!', duration: ADDED_MS },
        )
      },
    })
  }
  return (
    <section className={classes.card} aria-label="Add Payout Method">
      <h3>Add Payout Method</h3>
      <form ref={form} className={classes.form} noValidate onSubmit={submit}>
        <Choice label="Type" value={type} labels={KINDS} onChange={choose} />
        {type === 'bank_account' && <BankFields field={field} />}
        {type === 'debit_card' && <CardFields field={field} years={yearsOffered(now)} />}
        {type === 'paypal' && <PayPalFields field={field} />}
        <p className={classes.quiet}>
          For your safety, instant payouts wait for 72 hours after a method is added. So does every
          payout to it, unless it is your first.
        </p>
        {adding.error && !adding.isPending && (
          <FormErrorBox wait={0}>
            Error adding payout method: {sentenceOf(adding.error)}
          </FormErrorBox>
        )}
        <Button type="submit" className={classes.submit} loading={adding.isPending}>
          Add Payout Method
        </Button>
      </form>
    </section>
  )
}

type FieldProps = (name: FieldName) => {
  name: string
  value: string
  required: boolean
  error: string | false | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

function BankFields({ field }: { field: FieldProps }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          {...field('routing_number')}
          label="Routing Number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={ROUTING_DIGITS}
        />
        <TextInput
          {...field('account_number')}
          label="Account Number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={17}
        />
      </div>
      <div className={classes.pair}>
        <TextInput {...field('bank_name')} label="Bank Name" maxLength={100} />
        <NativeSelect
          {...field('account_type')}
          label="Account Type"
          data={[
            { value: 'checking', label: 'Checking' },
            { value: 'savings', label: 'Savings' },
          ]}
        />
      </div>
    </>
  )
}

function PayPalFields({ field }: { field: FieldProps }) {
  const { data: schedule } = useFees()
  return (
    <>
      <TextInput {...field('paypal_email')} label="PayPal Email" type="email" maxLength={200} />
      {schedule && (
        <p className={classes.quiet}>
          {providerFee('paypal', schedule)} fee of an instant payout, where a bank or card takes{' '}
          {providerFee('card', schedule)}. A standard payout is free.
        </p>
      )}
    </>
  )
}

function CardFields({ field, years }: { field: FieldProps; years: string[] }) {
  return (
    <>
      <TextInput
        {...field('card_number')}
        label="Card Number"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={MAX_CARD_DIGITS}
      />
      <div className={classes.pair}>
        <NativeSelect
          {...field('exp_month')}
          label="Expiry Month"
          data={[{ value: '', label: 'Month' }, ...MONTHS]}
        />
        <NativeSelect
          {...field('exp_year')}
          label="Expiry Year"
          data={[{ value: '', label: 'Year' }, ...years]}
        />
      </div>
    </>
  )
}
