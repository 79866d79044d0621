import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { LONGEST_SEARCH } from './searchParams'

const TYPING_MS = 300

/** Asks when the typing pauses; where what is looked for changes by itself, so do the letters. */
export function SearchField(props: {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState(props.value)
  const ask = useDebouncedCallback((text: string) => props.onSearch(text.trim()), TYPING_MS)
  useEffect(
    () => setTyped((now) => (now.trim() === props.value ? now : props.value)),
    [props.value],
  )
  return (
    <TextInput
      type="search"
      label={props.label}
      placeholder={props.placeholder}
      maxLength={LONGEST_SEARCH}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        ask(currentTarget.value)
      }}
    />
  )
}
