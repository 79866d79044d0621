import { useId } from 'react'
import { InnerTabs } from '@/components/InnerTabs'
import { InstantFigures } from './figures/InstantFigures'
import { HistoryPanel } from './history/HistoryPanel'
import classes from './instant/Instant.module.css'
import { InstantPanel } from './instant/InstantPanel'
import { WhyInstant } from './instant/WhyInstant'
import { MethodsPanel } from './methods/MethodsPanel'
import { useStanding } from './queries'
import { PAYOUT_VIEWS, type PayoutView } from './search'

/** The tab Instant Payouts: four figures and its own three tabs (OUT-22). What is open is the address's. */
export function InstantTab(props: {
  driverId: string
  view: PayoutView
  onView: (view: PayoutView) => void
}) {
  const { driverId, view } = props
  const id = useId()
  return (
    <div className={classes.tab}>
      <h2 className={classes.title}>Instant Payouts</h2>
      <InstantFigures driverId={driverId} />
      <InnerTabs
        label="Instant Payouts"
        views={PAYOUT_VIEWS}
        id={id}
        view={view}
        onView={props.onView}
      />
      <div
        id={`${id}-panel`}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab's panel is reached by the keyboard
        tabIndex={0}
        aria-labelledby={`${id}-${view}`}
      >
        <Body driverId={driverId} view={view} />
      </div>
    </div>
  )
}

function Body({ driverId, view }: { driverId: string; view: PayoutView }) {
  const standing = useStanding(driverId)
  if (view === 'methods')
    return (
      <MethodsPanel
        driverId={driverId}
        enteredAtProvider={standing.data?.methods_entered_at_provider}
      />
    )
  if (view === 'history')
    return <HistoryPanel driverId={driverId} onlyInstant empty="No instant payouts yet" />
  return (
    <div className={classes.tab}>
      <div className={classes.columns}>
        <InstantPanel driverId={driverId} />
        <WhyInstant />
      </div>
      <HistoryPanel driverId={driverId} onlyInstant isRecent empty="No instant payouts yet" />
    </div>
  )
}
