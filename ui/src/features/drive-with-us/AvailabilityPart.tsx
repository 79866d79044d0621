import { TextInput } from '@mantine/core'
import { type DayFields, WeekdayRows } from '@/shared/drivers/WeekdayRows'
import type { Weekday } from '@/shared/drivers/weekdays'
import { type Form, field, type PartProps, tick } from './field'

/** When, where and what they would like to work (ONB-20). */
export function AvailabilityPart({ form }: PartProps) {
  return (
    <>
      <WeekdayRows of={(day) => dayOf(form, day)} fault={form.errors['preferences.availability']} />
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

function dayOf(form: Form, day: Weekday): DayFields {
  const path = `preferences.availability.${day}`
  return {
    works: form.values.preferences.availability[day].is_available,
    tick: tick(form, `${path}.is_available`),
    start: field(form, `${path}.start`),
    end: field(form, `${path}.end`),
    fault: form.errors[path],
  }
}
