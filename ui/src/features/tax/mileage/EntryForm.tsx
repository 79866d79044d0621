import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { MileageEntryOut, MileagePurpose } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { centsOf } from '@/components/Money'
import { toast } from '@/components/toast'
import { Disclosure } from '../Disclosure'
import classes from '../expenses/Expenses.module.css'
import { today } from '../labels'
import { EntryVersions } from './EntryVersions'
import { PURPOSES } from './labels'
import { useSaveEntry } from './queries'

/** As in the core. */
const MOST_MILES = 2_000
const MOST_LETTERS = 200
const MOST_FUEL_CENTS = 5_000_00

type Values = {
  miles: string
  date: string
  purpose: MileagePurpose
  from: string
  to: string
  note: string
  vehicle: string
  fuel: string
}

/** Miles as they are written down: of today and for business unless it is said otherwise. */
export function EntryForm(props: {
  driverId: string
  known: MileageEntryOut | undefined
  onClose: () => void
}) {
  const { driverId, known, onClose } = props
  const save = useSaveEntry(driverId, known)
  const form = useForm<Values>({
    initialValues: {
      miles: known ? String(known.miles) : '',
      date: known?.date ?? today(),
      purpose: known?.purpose ?? 'business',
      from: known?.from_place ?? '',
      to: known?.to_place ?? '',
      note: known?.note ?? '',
      vehicle: known?.vehicle_used ?? '',
      fuel: fuelOf(known),
    },
    validate: { miles: milesFault, date: dateFault, note: noteFault, fuel: fuelFault },
  })
  const submit = form.onSubmit(
    async ({ miles, date, purpose, from, to, note, vehicle, fuel }) => {
      const body = {
        date,
        miles: Number(miles),
        purpose,
        from_place: from,
        to_place: to,
        note,
        vehicle_used: vehicle,
        fuel_cost_cents: fuel.trim() ? centsOf(fuel) : null,
      }
      const saved = await save.mutateAsync(body).catch(() => null)
      if (!saved) return
      toast.success(known ? 'Mileage saved.' : 'Mileage added.', { id: 'mileage' })
      onClose()
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <Dialog title={known ? 'Edit Mileage' : 'Add Mileage'} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p>Your orders are in the log by themselves: write down what else you drove.</p>
        <div className={classes.pair}>
          <TextInput
            {...form.getInputProps('miles')}
            label="Miles"
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0.01"
            required
            withAsterisk={false}
          />
          <TextInput {...form.getInputProps('date')} label="Date" type="date" max={today()} />
        </div>
        <NativeSelect
          {...form.getInputProps('purpose')}
          label="Purpose"
          data={Object.entries(PURPOSES).map(([value, label]) => ({ value, label }))}
        />
        <div className={classes.pair}>
          <TextInput {...form.getInputProps('from')} label="From" maxLength={MOST_LETTERS} />
          <TextInput {...form.getInputProps('to')} label="To" maxLength={MOST_LETTERS} />
        </div>
        <TextInput {...form.getInputProps('note')} label="Note" maxLength={MOST_LETTERS} />
        <div className={classes.pair}>
          <TextInput {...form.getInputProps('vehicle')} label="Vehicle" maxLength={MOST_LETTERS} />
          <TextInput
            {...form.getInputProps('fuel')}
            label="Fuel cost ($)"
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0"
          />
        </div>
        <p>The rate of a mile stands for the fuel: its cost is for your records.</p>
        {known && (
          <Disclosure summary="Earlier versions">
            <EntryVersions driverId={driverId} id={known.id} />
          </Disclosure>
        )}
        {save.error && <FormErrorBox wait={0}>{sentenceOf(save.error)}</FormErrorBox>}
        <Button type="submit" loading={save.isPending}>
          {known ? 'Save Mileage' : 'Add Mileage'}
        </Button>
      </form>
    </Dialog>
  )
}

function milesFault(written: string): string | null {
  if (!written.trim()) return 'Write the miles'
  if (!/^\d+(\.\d{1,2})?$/.test(written.trim())) return 'Write miles such as 12.5'
  const miles = Number(written)
  if (miles === 0) return 'At least 0.01 miles'
  return miles <= MOST_MILES ? null : 'At most 2,000 miles'
}

function fuelOf(known: MileageEntryOut | undefined): string {
  const cents = known?.fuel_cost_cents ?? null
  return cents === null ? '' : (cents / 100).toFixed(2)
}

function fuelFault(written: string): string | null {
  if (!written.trim()) return null
  const cents = centsOf(written)
  if (cents === null) return 'Write an amount such as 12.50'
  return cents <= MOST_FUEL_CENTS ? null : 'At most $5,000.00'
}

function noteFault(note: string, { from, to }: Values): string | null {
  return note.trim() || (from.trim() && to.trim()) ? null : 'Write both places or a note'
}

function dateFault(day: string): string | null {
  if (!day) return 'Choose the day'
  return day > today() ? 'Not in the future' : null
}
