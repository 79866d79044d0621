import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'

/** One of some words, or all of them. */
export function OptionSelect<Word extends string>(props: {
  label: string
  all: string
  names: Record<Word, string>
  value: Word | undefined
  onChange: (value: Word | undefined) => void
}) {
  const words = Object.entries(props.names) as [Word, string][]
  return (
    <NativeSelect
      label={props.label}
      data={[{ value: '', label: props.all }, ...words.map(([value, label]) => ({ value, label }))]}
      value={props.value ?? ''}
      onChange={({ currentTarget }) => props.onChange((currentTarget.value as Word) || undefined)}
    />
  )
}
