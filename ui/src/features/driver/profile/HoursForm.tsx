import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { DriverOut } from '@/api/generated/types.gen'
import { Choice } from '@/components/fields/Choice'
import { type DayFields, WeekdayRows } from '@/shared/drivers/WeekdayRows'
import type { Weekday } from '@/shared/drivers/weekdays'
import classes from './Forms.module.css'
import { bodyOf, faultsOf, type HoursValues, KINDS, NAMES, valuesOf } from './hours'
import { SaveBar } from './SaveBar'
import { useSaving } from './useSaving'

type Form = UseFormReturnType<HoursValues>

/** One span for every day, or a span for each weekday that is worked (OP-19). */
export function HoursForm({ driver }: { driver: DriverOut }) {
  const form = useForm<HoursValues>({ initialValues: valuesOf(driver), validate: faultsOf })
  const { save, bar } = useSaving(form, NAMES)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save(bodyOf(values)))}>
      <Choice
        label="Your week"
        labels={KINDS}
        value={form.values.kind}
        onChange={(kind) => form.setFieldValue('kind', kind)}
      />
      {form.values.kind === 'alike' ? <EveryDay form={form} /> : <Weekdays form={form} />}
      <SaveBar {...bar} />
    </form>
  )
}

function EveryDay({ form }: { form: Form }) {
  return (
    <div className={classes.pair}>
      <TextInput {...form.getInputProps('working_hours_start')} label="From" type="time" />
      <TextInput {...form.getInputProps('working_hours_end')} label="Until" type="time" />
    </div>
  )
}

function Weekdays({ form }: { form: Form }) {
  return <WeekdayRows of={(day) => dayOf(form, day)} fault={form.errors.weekday_hours} />
}

function dayOf(form: Form, day: Weekday): DayFields {
  const path = `weekday_hours.${day}` as const
  return {
    works: form.values.weekday_hours[day].works,
    tick: form.getInputProps(`${path}.works`, { type: 'checkbox' }),
    start: form.getInputProps(`${path}.start`),
    end: form.getInputProps(`${path}.end`),
    fault: form.errors[path],
  }
}
