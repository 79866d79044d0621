import { DayField } from '@/components/filters/DayField'
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
      <DayField
        label="Booked from"
        max={search.until}
        value={search.from}
        onChange={(from) => onSearch({ from })}
      />
      <DayField
        label="Booked until"
        min={search.from}
        value={search.until}
        onChange={(until) => onSearch({ until })}
      />
    </Filters>
  )
}
