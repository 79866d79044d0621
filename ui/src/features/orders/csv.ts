import { exportOrders } from '@/api/generated/sdk.gen'
import type { OrderColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { ORDER_COLUMNS } from './columns'
import { isNarrowed, type OrdersSearch, questionOf } from './search'

/** The list as it is narrowed. */
export function ordersCsv(search: OrdersSearch, shown: OrderColumn[]): CsvExport<OrderColumn> {
  return {
    what: 'orders',
    columns: labelsOf(ORDER_COLUMNS),
    shown,
    isNarrowed: isNarrowed(search),
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportOrders({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
