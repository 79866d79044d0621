import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { Choice } from '@/components/fields/Choice'
import classes from './AccessFields.module.css'
import { ACCESS_LIMITS, type Access } from './access'

const FLOOR_ACCESS = { unknown: 'Not sure', elevator: 'Elevator', stairs: 'Stairs' }

/** What a driver must know to get to the door at one end. */
export function AccessFields(props: {
  value: Access
  onChange: (access: Access) => void
  /** What the field of the contact’s phone is called where the page looks for what is missing. */
  phoneField?: string
  phoneError?: string
}) {
  const { value } = props
  const change = (part: Partial<Access>) => props.onChange({ ...value, ...part })
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextInput
          label="Apartment or unit"
          placeholder="4B"
          size="md"
          autoComplete="off"
          maxLength={ACCESS_LIMITS.unit}
          value={value.unit}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
        <NumberInput
          label="Floor"
          placeholder="4"
          description="The ground floor is 1."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          allowDecimal={false}
          hideControls
          clampBehavior="strict"
          min={ACCESS_LIMITS.floor.min}
          max={ACCESS_LIMITS.floor.max}
          value={value.floor ?? ''}
          onChange={(floor) => change({ floor: typeof floor === 'number' ? floor : null })}
        />
      </div>
      <Choice
        label="Elevator or stairs"
        value={value.floor_access ?? 'unknown'}
        labels={FLOOR_ACCESS}
        onChange={(chosen) => change({ floor_access: chosen === 'unknown' ? null : chosen })}
      />
      <TextInput
        label="Gate or door code"
        size="md"
        autoComplete="off"
        maxLength={ACCESS_LIMITS.gate_code}
        value={value.gate_code}
        onChange={(event) => change({ gate_code: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Contact here"
          placeholder="Name"
          size="md"
          autoComplete="off"
          maxLength={ACCESS_LIMITS.contact_name}
          value={value.contact_name}
          onChange={(event) => change({ contact_name: event.currentTarget.value })}
        />
        <TextInput
          wrapperProps={props.phoneField ? { 'data-field': props.phoneField } : undefined}
          label="Contact’s phone"
          size="md"
          type="tel"
          autoComplete="off"
          maxLength={ACCESS_LIMITS.contact_phone}
          value={value.contact_phone}
          error={props.phoneError}
          onChange={(event) => change({ contact_phone: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label="Note for the driver"
        placeholder="Ring twice, loading dock on the left…"
        size="md"
        rows={2}
        maxLength={ACCESS_LIMITS.note}
        value={value.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </div>
  )
}
