import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCamera } from '@tabler/icons-react'
import type { ExpenseCategory, ExpenseOut } from '@/api/generated/types.gen'
import { Dialog } from '@/components/Dialog'
import { Tick } from '@/components/fields/Tick'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { centsOf, formatCents } from '@/components/Money'
import { toast } from '@/components/toast'
import { Disclosure } from '../Disclosure'
import { CATEGORIES, today } from '../labels'
import { RECEIPTS, useReceipt, useSaveExpense } from '../queries'
import classes from './Expenses.module.css'
import { ExpenseVersions } from './ExpenseVersions'
import { wordsOf } from './wordsOf'

/** As in the core. */
const MOST_CENTS = 5_000_000
const MOST_LETTERS = 200
const MOST_ODOMETER = 2_000_000

type Values = {
  category: ExpenseCategory
  amount: string
  description: string
  date: string
  isBusiness: boolean
  odometer: string
  receipt: File | null
}

/** An expense as it is written down (TAX-02): today and for business unless it is said otherwise. */
export function ExpenseForm(props: {
  driverId: string
  known: ExpenseOut | undefined
  onClose: () => void
}) {
  const { driverId, known, onClose } = props
  const save = useSaveExpense(driverId, known)
  const receipt = useReceipt(driverId)
  const form = useForm<Values>({
    initialValues: {
      category: known?.category ?? 'fuel',
      amount: known ? (known.amount_cents / 100).toFixed(2) : '',
      description: known?.description ?? '',
      date: known?.date ?? today(),
      isBusiness: known?.is_business ?? true,
      odometer: known?.odometer_miles?.toString() ?? '',
      receipt: null,
    },
    validate: {
      amount: amountFault,
      description: descriptionFault,
      date: dateFault,
      odometer: odometerFault,
    },
  })
  const submit = form.onSubmit(
    async (values) => {
      const done = await save
        .mutateAsync({ body: bodyOf(values), receipt: values.receipt })
        .catch(() => null)
      if (!done) return
      const { expense, photo } = done
      if (photo) {
        const sent = await receipt.mutateAsync({ id: expense.id, file: photo }).catch((error) => {
          toast.error(`The expense was saved without its receipt. ${wordsOf(error)}`, {
            id: 'receipt',
          })
          return null
        })
        if (!sent) return onClose()
      }
      toast.success(known ? 'Expense saved.' : 'Expense added.', { id: 'expense' })
      onClose()
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <Dialog title={known ? 'Edit Expense' : 'Add Expense'} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <NativeSelect
          {...form.getInputProps('category')}
          label="Category"
          data={Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))}
        />
        <div className={classes.pair}>
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
          <TextInput {...form.getInputProps('date')} label="Date" type="date" max={today()} />
        </div>
        <TextInput
          {...form.getInputProps('description')}
          label="Description"
          maxLength={MOST_LETTERS}
          required
          withAsterisk={false}
        />
        <TextInput
          {...form.getInputProps('odometer')}
          label="Odometer"
          description="What the vehicle’s counter showed, in whole miles. Not required."
          inputMode="numeric"
          maxLength={7}
        />
        <Tick
          label="Business expense"
          checked={form.values.isBusiness}
          onChange={({ currentTarget }) => form.setFieldValue('isBusiness', currentTarget.checked)}
        />
        {!known && (
          <FileInput
            label="Receipt"
            description="A photo from your camera, or a file: picture or PDF, up to 10 MB."
            placeholder="Add a photo or PDF"
            accept={RECEIPTS}
            leftSection={<IconCamera size={18} aria-hidden="true" />}
            clearable
            value={form.values.receipt}
            onChange={(file) => form.setFieldValue('receipt', file)}
          />
        )}
        {known && (
          <Disclosure summary="Earlier versions">
            <ExpenseVersions driverId={driverId} id={known.id} />
          </Disclosure>
        )}
        {save.error && <FormErrorBox wait={0}>{wordsOf(save.error)}</FormErrorBox>}
        <Button type="submit" loading={save.isPending || receipt.isPending}>
          {known ? 'Save Expense' : 'Add Expense'}
        </Button>
      </form>
    </Dialog>
  )
}

function bodyOf(values: Values) {
  return {
    category: values.category,
    amount_cents: centsOf(values.amount) ?? 0,
    description: values.description,
    date: values.date,
    is_business: values.isBusiness,
    odometer_miles: values.odometer.trim() ? Number(values.odometer) : null,
  }
}

function amountFault(written: string): string | null {
  if (!written.trim()) return 'Write the amount'
  const cents = centsOf(written)
  if (cents === null) return 'Write an amount such as 12.50'
  if (cents < 1) return `At least ${formatCents(1)}`
  return cents <= MOST_CENTS ? null : `At most ${formatCents(MOST_CENTS)}`
}

function descriptionFault(written: string): string | null {
  return written.trim() ? null : 'Write what it was for'
}

function odometerFault(written: string): string | null {
  if (!written.trim()) return null
  if (!/^\d+$/.test(written.trim())) return 'Write whole miles such as 48210'
  return Number(written) <= MOST_ODOMETER ? null : 'At most 2,000,000 miles'
}

function dateFault(day: string): string | null {
  if (!day) return 'Choose the day'
  return day > today() ? 'Not in the future' : null
}
