import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { WithheldMonthOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { centsOf, formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import { today } from '../labels'
import classes from '../TaxCenter.module.css'
import { monthOf } from './monthOf'
import { useRemittance } from './queries'

/** As in the core. */
const REFERENCE = /^[A-Za-z0-9._:-]{1,64}$/

/** A payment to the tax office that was made for a month: all that is due, today, unless it is said otherwise. */
export function RemittanceForm(props: {
  year: number
  month: WithheldMonthOut
  onClose: () => void
}) {
  const { year, month, onClose } = props
  const record = useRemittance(year)
  const form = useForm({
    initialValues: {
      amount: (month.due_cents / 100).toFixed(2),
      reference: '',
      paidOn: today(),
    },
    validate: {
      amount: (written) => amountFault(written, month.due_cents),
      reference: (written) =>
        REFERENCE.test(written) ? null : 'Up to 64 letters, digits and ._:- without spaces',
      paidOn: (day) => dayFault(day, month.period),
    },
  })
  const submit = form.onSubmit(
    ({ amount, reference, paidOn }) =>
      record.mutate(
        {
          period: month.period,
          amount_cents: centsOf(amount) ?? 0,
          reference,
          paid_on: paidOn,
        },
        {
          onSuccess: () => {
            toast.success('Payment recorded.', { id: 'remittance' })
            onClose()
          },
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <Dialog title={`Payment for ${monthOf(month.period)}`} onClose={onClose}>
      <form className={classes.tab} noValidate onSubmit={submit}>
        <TextInput
          {...form.getInputProps('amount')}
          label="Amount"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0.01"
          required
          withAsterisk={false}
        />
        <TextInput
          {...form.getInputProps('reference')}
          label="Reference"
          description="Where the payment is found, such as its EFTPS number."
          maxLength={64}
          required
          withAsterisk={false}
        />
        <TextInput {...form.getInputProps('paidOn')} label="Paid on" type="date" max={today()} />
        {record.error && <FormErrorBox wait={0}>{sentenceOf(record.error)}</FormErrorBox>}
        <Button type="submit" loading={record.isPending}>
          Record Payment
        </Button>
      </form>
    </Dialog>
  )
}

function amountFault(written: string, due: number): string | null {
  const cents = centsOf(written)
  if (cents === null || cents < 1) return 'Write an amount such as 12.50'
  return cents <= due ? null : `At most ${formatCents(due)}`
}

function dayFault(day: string, period: string): string | null {
  if (!day) return 'Choose the day'
  if (day > today()) return 'Not in the future'
  return day < `${period}-01` ? 'Not before the month that it pays for' : null
}
