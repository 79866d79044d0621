import { IconPackages, IconSearchOff } from '@tabler/icons-react'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { PagedList } from '@/components/PagedList'
import { ordersCsv } from './csv'
import { OrderFilters } from './OrderFilters'
import { OrderRow } from './OrderRow'
import { useOrders } from './queries'
import { isNarrowed, type OrdersSearch } from './search'

/** Everybody's orders: found, looked into and given to somebody else. For administrators (ADM-01). */
export default function AdminOrders(props: {
  search: OrdersSearch
  onSearch: (change: Partial<OrdersSearch>) => void
}) {
  const { search, onSearch } = props
  const orders = useOrders(search)
  return (
    <PagedList
      title="Orders"
      tools={<ExportCsv csv={ordersCsv(search)} />}
      above={<OrderFilters search={search} onSearch={onSearch} />}
      query={orders}
      failure="The orders could not be loaded"
      skeletonHeight={720}
      empty={
        isNarrowed(search) ? (
          <EmptyState icon={<IconSearchOff size={28} />} title="No orders found">
            <p>Nothing fits what you are looking for. Try fewer words or a longer time.</p>
          </EmptyState>
        ) : (
          <EmptyState icon={<IconPackages size={28} />} title="No orders yet" />
        )
      }
      what="orders"
      keyOf={({ order }) => order.id}
    >
      {(overseen) => (
        <OrderRow
          overseen={overseen}
          isOpen={overseen.order.id === search.order}
          onOpen={(isOpen) => onSearch({ order: isOpen ? overseen.order.id : undefined })}
        />
      )}
    </PagedList>
  )
}
