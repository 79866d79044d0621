import { Skeleton } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { ShowOlder } from '@/components/ShowOlder'
import { Analytics } from './Analytics'
import classes from './PaymentSplits.module.css'
import { useSplits } from './queries'
import { SplitCard } from './SplitCard'

/** Who gets what of each payment (SPL-05); with *showAll* of everybody's, with figures (SPL-07). */
export default function PaymentSplits(props: { showAll?: boolean; showAnalytics?: boolean }) {
  const { showAll = false, showAnalytics = showAll } = props
  const splits = useSplits(showAll)
  return (
    <div className={classes.panel}>
      <h2 className={classes.heading}>{showAll ? 'All Payment Splits' : 'Payment Splits'}</h2>
      {showAnalytics && <Analytics showAll={showAll} />}
      <DataPanel
        query={splits}
        failure="The payment splits could not be loaded"
        skeleton={<SplitsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState icon={<IconArrowsSplit2 size={28} />} title="No payment splits found">
            <p>Each payment is shared between driver and platform, and that appears here.</p>
          </EmptyState>
        }
      >
        {(list) => (
          <>
            <ul className={classes.list}>
              {list.map((split) => (
                <li key={split.id}>
                  <SplitCard split={split} forAdmin={showAll} />
                </li>
              ))}
            </ul>
            <ShowOlder query={splits} what="splits" />
          </>
        )}
      </DataPanel>
    </div>
  )
}

function SplitsSkeleton() {
  return (
    <div className={classes.list}>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={158} radius="lg" />
      ))}
    </div>
  )
}
