import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { DriverOut } from '@/api/generated/types.gen'
import { Choice } from '@/components/fields/Choice'
import { Tick } from '@/components/fields/Tick'
import classes from './Forms.module.css'
import { bodyOf, DAYS, faultsOf, type HoursValues, KINDS, NAMES, valuesOf } from './hours'
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
  const fault = form.errors.weekday_hours
  return (
    <fieldset className={classes.days} aria-label="Days">
      {DAYS.map((day) => (
        <Day key={day} day={day} form={form} />
      ))}
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

function Day({ day, form }: { day: (typeof DAYS)[number]; form: Form }) {
  const name = day[0]?.toUpperCase() + day.slice(1)
  const path = `weekday_hours.${day}` as const
  const { works } = form.values.weekday_hours[day]
  const fault = form.errors[path]
  return (
    <div className={classes.day}>
      <Tick {...form.getInputProps(`${path}.works`, { type: 'checkbox' })} label={name} />
      {works ? (
        <>
          <TextInput
            {...form.getInputProps(`${path}.start`)}
            aria-label={`${name} from`}
            type="time"
          />
          <TextInput
            {...form.getInputProps(`${path}.end`)}
            aria-label={`${name} until`}
            type="time"
          />
        </>
      ) : (
        <span className={classes.off}>Day off</span>
      )}
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
