import { TextInput } from '@mantine/core'
import type { Draft } from '../draft/draft'
import type { Field } from '../missing'
import classes from './LocationsStep.module.css'

/** Whom the driver meets, at every end that has no contact of its own. */
export function Who(props: {
  contact: Draft['contact']
  onChange: (contact: Draft['contact']) => void
  marks: Partial<Record<Field, string>>
}) {
  const { contact, marks } = props
  return (
    <section className={classes.group} aria-labelledby="who-title">
      <h2 id="who-title" className={classes.title}>
        Who
      </h2>
      <fieldset className={classes.contact}>
        <legend>Who will meet the driver?</legend>
        <TextInput
          wrapperProps={{ 'data-field': 'name' }}
          error={marks.name}
          label="Name"
          size="md"
          required
          autoComplete="name"
          maxLength={100}
          value={contact.name}
          onChange={(event) => props.onChange({ ...contact, name: event.currentTarget.value })}
        />
        <TextInput
          wrapperProps={{ 'data-field': 'phone' }}
          error={marks.phone}
          label="Phone"
          size="md"
          type="tel"
          required
          autoComplete="tel"
          maxLength={32}
          value={contact.phone}
          onChange={(event) => props.onChange({ ...contact, phone: event.currentTarget.value })}
        />
      </fieldset>
    </section>
  )
}
