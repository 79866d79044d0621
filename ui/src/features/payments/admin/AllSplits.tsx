import { useState } from 'react'
import type { SplitStatus } from '@/api/generated/types.gen'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import PaymentSplits from '../splits/PaymentSplits'
import { splitsCsv } from './splitsCsv'

const STATUSES = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
} satisfies Record<SplitStatus, string>

/** Everybody's splits (SPL-07), narrowed and exported. For administrators. */
export default function AllSplits() {
  const [status, setStatus] = useState<SplitStatus>()
  return (
    <PaymentSplits
      showAll
      status={status}
      tools={<ExportCsv csv={splitsCsv(status)} />}
      above={
        <Filters label="Filter splits">
          <OptionSelect
            label="Status"
            all="All splits"
            names={STATUSES}
            value={status}
            onChange={setStatus}
          />
        </Filters>
      }
    />
  )
}
