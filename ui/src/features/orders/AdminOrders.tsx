import { IconPackages, IconSearchOff } from '@tabler/icons-react'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { PagedList } from '@/components/PagedList'
import { ORDER_COLUMNS } from './columns'
import { ordersCsv } from './csv'
import { OrderFilters } from './OrderFilters'
import { END_REM, OrderRow } from './OrderRow'
import { useOrders } from './queries'
import { isNarrowed, type OrdersSearch } from './search'

/** Everybody's orders: found, looked into and given to somebody else. For administrators (ADM-01). */
export default function AdminOrders(props: {
  search: OrdersSearch
  onSearch: (change: Partial<OrdersSearch>) => void
}) {
  const { search, onSearch } = props
  const orders = useOrders(search)
  const columns = useColumns(ORDER_COLUMNS)
  return (
    <PagedList
      title="Orders"
      tools={
        <>
          <ColumnChoice columns={ORDER_COLUMNS} chosen={columns} />
          <ExportCsv csv={ordersCsv(search, columns.shown)} />
        </>
      }
      head={<ColumnHead columns={ORDER_COLUMNS} shown={columns.shown} endRem={END_REM} />}
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
          shown={columns.shown}
          isOpen={overseen.order.id === search.order}
          onOpen={(isOpen) => onSearch({ order: isOpen ? overseen.order.id : undefined })}
        />
      )}
    </PagedList>
  )
}
