import { TextInput } from '@mantine/core'
import { Tick } from '@/components/fields/Tick'
import classes from './DriveWithUs.module.css'
import { type Form, field, type PartProps, tick } from './field'
import { DAYS } from './values'

/** When, where and what they would like to work (ONB-20). */
export function AvailabilityPart({ form }: PartProps) {
  const fault = form.errors['preferences.availability']
  return (
    <>
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
      <TextInput
        {...field(form, 'preferences.preferred_areas')}
        label="Preferred areas (optional)"
        description="With commas between, such as Brooklyn, Queens"
        maxLength={1000}
      />
      <TextInput
        {...field(form, 'preferences.max_miles')}
        label="Most miles to a pickup"
        inputMode="numeric"
        maxLength={3}
      />
      <TextInput
        {...field(form, 'preferences.specialties')}
        label="Specialties (optional)"
        description="What you have experience with, such as piano, art"
        maxLength={1000}
      />
      <TextInput
        {...field(form, 'preferences.languages')}
        label="Languages"
        description="With commas between"
        maxLength={1000}
      />
    </>
  )
}

function Day({ day, form }: { day: (typeof DAYS)[number]; form: Form }) {
  const name = day[0]?.toUpperCase() + day.slice(1)
  const path = `preferences.availability.${day}`
  const fault = form.errors[path]
  return (
    <div className={classes.day}>
      <Tick {...tick(form, `${path}.is_available`)} label={name} />
      {form.values.preferences.availability[day].is_available ? (
        <>
          <TextInput {...field(form, `${path}.start`)} aria-label={`${name} from`} type="time" />
          <TextInput {...field(form, `${path}.end`)} aria-label={`${name} until`} type="time" />
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
