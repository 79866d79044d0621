import { Button } from '@mantine/core'
import { IconArrowsSplit2, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { SplitColumn, SplitOut } from '@/api/generated/types.gen'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { PagedList } from '@/components/PagedList'
import { Analytics } from '../splits/Analytics'
import { useSplits } from '../splits/queries'
import { RetryButton, Shares, Unsent } from '../splits/SplitCard'
import { SplitDetails } from '../splits/SplitDetails'
import classes from './AllSplits.module.css'
import { SPLIT_STATUSES, type SplitsSearch } from './search'
import { SPLIT_COLUMNS } from './splitColumns'
import { splitsCsv } from './splitsCsv'

const END_REM = 10

/** Everybody's splits (SPL-07), found, narrowed and exported. For administrators. */
export default function AllSplits(props: {
  search: SplitsSearch
  onSearch: (change: Partial<SplitsSearch>) => void
}) {
  const { search: text, sent: status } = props.search
  const splits = useSplits(true, { status, search: text })
  const columns = useColumns(SPLIT_COLUMNS)
  return (
    <PagedList
      title="All Payment Splits"
      tools={
        <>
          <ColumnChoice columns={SPLIT_COLUMNS} chosen={columns} />
          <ExportCsv csv={splitsCsv(props.search, columns.shown)} />
        </>
      }
      head={<ColumnHead columns={SPLIT_COLUMNS} shown={columns.shown} endRem={END_REM} />}
      above={
        <>
          <Analytics showAll />
          <Filters label="Filter splits">
            <SearchField
              label="Search"
              placeholder="Order number, customer, driver"
              value={text ?? ''}
              onSearch={(typed) => props.onSearch({ search: typed || undefined })}
            />
            <OptionSelect
              label="Status"
              all="All splits"
              names={SPLIT_STATUSES}
              value={status}
              onChange={(sent) => props.onSearch({ sent })}
            />
          </Filters>
        </>
      }
      query={splits}
      failure="The payment splits could not be loaded"
      empty={
        <EmptyState icon={<IconArrowsSplit2 size={28} />} title="No payment splits found">
          <p>
            {text
              ? 'Search for a whole order number or email address, or part of a name.'
              : 'Each payment is shared between driver and platform, and that appears here.'}
          </p>
        </EmptyState>
      }
      what="splits"
      keyOf={(split) => split.id}
    >
      {(split) => <Row split={split} shown={columns.shown} />}
    </PagedList>
  )
}

/** One split in a line; both shares and the sum behind them unfold below it. */
function Row({ split, shown }: { split: SplitOut; shown: SplitColumn[] }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  return (
    <article aria-label={`Order #${split.order_number}`}>
      <ColumnLine
        columns={SPLIT_COLUMNS}
        shown={shown}
        item={split}
        endRem={END_REM}
        end={
          <Button
            variant="default"
            className={classes.action}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            rightSection={isOpen ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide Details' : 'View Details'}
          </Button>
        }
      />
      {(split.can_retry || split.split_status === 'failed') && (
        <div className={classes.below}>
          <Unsent split={split} />
          <div>
            <RetryButton split={split} />
          </div>
        </div>
      )}
      {isOpen && (
        <div id={details} className={classes.below}>
          <Shares split={split} />
          <SplitDetails split={split} />
        </div>
      )}
    </article>
  )
}
