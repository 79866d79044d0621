import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type HistorySearch, PERIOD_NAMES, SERVICE_NAMES, STATUS_NAMES } from '../search'
import classes from './Filters.module.css'

const TYPING_MS = 300

/** What narrows the list (PAY-11). Another tax year than the present one shows that year's payments. */
export function Filters(props: {
  search: HistorySearch
  years: number[]
  onSearch: (change: Partial<HistorySearch>) => void
}) {
  const { search, onSearch } = props
  const years = yearsOf(props.years, search.year)
  return (
    <search className={classes.filters} aria-label="Filter payments">
      <SearchField value={search.search ?? ''} onSearch={(text) => onSearch({ search: text })} />
      <Words
        label="Status"
        all="All statuses"
        names={STATUS_NAMES}
        value={search.status}
        onChange={(status) => onSearch({ status })}
      />
      <Words
        label="Type"
        all="All types"
        names={SERVICE_NAMES}
        value={search.type}
        onChange={(type) => onSearch({ type })}
      />
      <Words
        label="Time period"
        all="All time"
        names={PERIOD_NAMES}
        value={search.period}
        onChange={(period) => onSearch({ period })}
      />
      <NativeSelect
        label="Tax year"
        data={years.map(String)}
        value={String(search.year ?? years[0] ?? '')}
        disabled={years.length === 0}
        onChange={({ currentTarget }) =>
          onSearch({ year: Number(currentTarget.value), period: 'year' })
        }
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

/** Asks when the typing pauses; the address follows, and where it changes by itself so do the letters. */
function SearchField(props: { value: string; onSearch: (text: string | undefined) => void }) {
  const [typed, setTyped] = useState(props.value)
  const ask = useDebouncedCallback(
    (text: string) => props.onSearch(text.trim() || undefined),
    TYPING_MS,
  )
  useEffect(
    () => setTyped((now) => (now.trim() === props.value ? now : props.value)),
    [props.value],
  )
  return (
    <TextInput
      className={classes.search}
      type="search"
      label="Search"
      placeholder="Order, address, driver, receipt"
      maxLength={100}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        ask(currentTarget.value)
      }}
    />
  )
}

/** An address may name a year in which nothing was paid. */
function yearsOf(known: number[], chosen: number | undefined): number[] {
  if (chosen === undefined || known.includes(chosen)) return known
  return [...known, chosen].sort((a, b) => b - a)
}
