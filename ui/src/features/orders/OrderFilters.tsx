import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { type OrdersSearch, STATUS_NAMES } from './search'

/** What narrows the list (ORD-07). */
export function OrderFilters(props: {
  search: OrdersSearch
  onSearch: (change: Partial<OrdersSearch>) => void
}) {
  const { search, onSearch } = props
  return (
    <Filters label="Filter orders">
      <SearchField
        label="Search"
        placeholder="Number, name, address or items"
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
    </Filters>
  )
}
