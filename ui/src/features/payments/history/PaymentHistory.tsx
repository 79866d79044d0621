import '@mantine/core/styles/Input.layer.css'
import { Button } from '@mantine/core'
import { IconReceipt, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentRecordOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { ButtonLink } from '@/components/RouterLink'
import { ShowOlder } from '@/components/ShowOlder'
import { type HistorySearch, isNarrowed } from '../search'
import { Details } from './Details'
import { HistoryFilters } from './HistoryFilters'
import classes from './PaymentHistory.module.css'
import { PaymentList, PaymentListToCome } from './PaymentList'
import { useHistory, useTaxYear } from './queries'
import { TaxYearSummary } from './TaxYearSummary'
import { YearFigures } from './YearFigures'

/** The Payment History tab (PAY-11 to PAY-16). Its filters live in the address. */
export default function PaymentHistory(props: {
  search: HistorySearch
  onSearch: (change: Partial<HistorySearch>) => void
}) {
  const { search, onSearch } = props
  const history = useHistory(search)
  const year = useTaxYear(search.year)
  const [shown, setShown] = useState<PaymentRecordOut | null>(null)
  const refresh = () => void Promise.all([history.refetch(), year.refetch()])
  return (
    <div className={classes.panel}>
      <header className={classes.top}>
        <h2 className={classes.heading}>Payment History</h2>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          loading={history.isRefetching && !history.isPlaceholderData}
          onClick={refresh}
        >
          Refresh
        </Button>
      </header>
      <YearFigures query={year} />
      <HistoryFilters search={search} years={year.data?.years ?? []} onSearch={onSearch} />
      <DataPanel
        query={history}
        failure="Your payments could not be loaded"
        skeleton={<PaymentListToCome />}
        isEmpty={(list) => list.length === 0}
        empty={<NothingFound narrowed={isNarrowed(search)} onSearch={onSearch} />}
      >
        {(list) => (
          <div className={classes.list} data-waiting={history.isPlaceholderData || undefined}>
            <PaymentList records={list} onDetails={setShown} />
            <ShowOlder query={history} what="payments" />
          </div>
        )}
      </DataPanel>
      <TaxYearSummary query={year} />
      {shown && <Details record={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function NothingFound(props: {
  narrowed: boolean
  onSearch: (change: Partial<HistorySearch>) => void
}) {
  const clear = { search: undefined, status: undefined, period: undefined, type: undefined }
  return (
    <EmptyState
      icon={<IconReceipt size={28} />}
      title="No payment history found"
      action={
        props.narrowed ? (
          <Button variant="default" onClick={() => props.onSearch(clear)}>
            Clear filters
          </Button>
        ) : (
          <ButtonLink to="/book-service">Book a Service</ButtonLink>
        )
      }
    >
      <p>
        {props.narrowed
          ? 'No payment is like this. Widen the filters to see more.'
          : 'What you pay appears here, with its receipt.'}
      </p>
    </EmptyState>
  )
}
