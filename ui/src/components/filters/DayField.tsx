import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'

/** One day, or none. */
export function DayField(props: {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}) {
  return (
    <TextInput
      type="date"
      label={props.label}
      min={props.min}
      max={props.max}
      value={props.value ?? ''}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value || undefined)}
    />
  )
}
