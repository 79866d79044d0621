import { NativeSelect } from '@mantine/core'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { type HistorySearch, PERIOD_NAMES, STATUS_NAMES } from '../search'

/** What narrows the list (PAY-11). Another tax year than the present one shows that year's payments. */
export function HistoryFilters(props: {
  search: HistorySearch
  years: number[]
  onSearch: (change: Partial<HistorySearch>) => void
}) {
  const { search, onSearch } = props
  const years = yearsOf(props.years, search.year)
  return (
    <Filters label="Filter payments">
      <SearchField
        label="Search"
        placeholder="Order, address, driver, receipt"
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
      />
      <OptionSelect
        label="Status"
        all="All statuses"
        names={STATUS_NAMES}
        value={search.status}
        onChange={(status) => onSearch({ status })}
      />
      <OptionSelect
        label="Type"
        all="All types"
        names={SERVICE_NAMES}
        value={search.type}
        onChange={(type) => onSearch({ type })}
      />
      <OptionSelect
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
    </Filters>
  )
}

/** An address may name a year in which nothing was paid. */
function yearsOf(known: number[], chosen: number | undefined): number[] {
  if (chosen === undefined || known.includes(chosen)) return known
  return [...known, chosen].sort((a, b) => b - a)
}
