import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './Filters.module.css'
import { LONGEST_SEARCH, type OrdersSearch, SERVICE_NAMES, STATUS_NAMES } from './search'

const TYPING_MS = 300

/** What narrows the list (ORD-07). */
export function Filters(props: {
  search: OrdersSearch
  onSearch: (change: Partial<OrdersSearch>) => void
}) {
  const { search, onSearch } = props
  return (
    <search className={classes.filters} aria-label="Filter orders">
      <SearchField
        className={classes.search}
        label="Search"
        placeholder="Number, name, address or items"
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
      />
      <Words
        label="Status"
        all="All statuses"
        names={STATUS_NAMES}
        value={search.status}
        onChange={(status) => onSearch({ status })}
      />
      <Words
        label="Service"
        all="All services"
        names={SERVICE_NAMES}
        value={search.type}
        onChange={(type) => onSearch({ type })}
      />
      <TextInput
        type="date"
        label="Booked from"
        max={search.until}
        value={search.from ?? ''}
        onChange={({ currentTarget }) => onSearch({ from: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="Booked until"
        min={search.from}
        value={search.until ?? ''}
        onChange={({ currentTarget }) => onSearch({ until: currentTarget.value || undefined })}
      />
    </search>
  )
}

function Words<Word extends string>(props: {
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

/** Asks when the typing pauses; where what is looked for changes by itself, so do the letters. */
export function SearchField(props: {
  className?: string
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
      className={props.className}
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
