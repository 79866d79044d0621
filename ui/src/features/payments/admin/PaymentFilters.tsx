import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { PAYMENT_STATUSES, type PaymentsSearch } from './search'

/** What narrows the list of everybody's payments. */
export function PaymentFilters(props: {
  search: PaymentsSearch
  onSearch: (change: Partial<PaymentsSearch>) => void
}) {
  const { search, onSearch } = props
  return (
    <Filters label="Filter payments">
      <SearchField
        label="Search"
        placeholder="Order number, email address, payment id"
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
      />
      <OptionSelect
        label="Show"
        all="All payments"
        names={PAYMENT_STATUSES}
        value={search.paid}
        onChange={(paid) => onSearch({ paid })}
      />
    </Filters>
  )
}
