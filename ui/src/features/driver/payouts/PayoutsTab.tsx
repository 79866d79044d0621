import { AccountCard } from './AccountCard'
import { SummaryFigures } from './figures/SummaryFigures'
import { HistoryPanel } from './history/HistoryPanel'
import classes from './instant/Instant.module.css'
import { InstantPanel } from './instant/InstantPanel'
import { IntegrationStatus } from './integration/IntegrationStatus'
import { TestActions } from './integration/TestActions'
import { NextPayout } from './next/NextPayout'
import { SettingsPanel } from './SettingsPanel'
import { WeekBars } from './weeks/WeekBars'

/** The tab Payouts & Earnings, called Driver Payouts on itself (OUT-02). */
export function PayoutsTab({ driverId }: { driverId: string }) {
  return (
    <div className={classes.tab}>
      <h2 className={classes.title}>Driver Payouts</h2>
      <SummaryFigures driverId={driverId} />
      <div className={classes.columns}>
        <NextPayout driverId={driverId} />
        <div className={classes.tab}>
          <WeekBars driverId={driverId} />
          <AccountCard driverId={driverId} />
        </div>
      </div>
      <div className={classes.columns}>
        <InstantPanel driverId={driverId} />
        <div className={classes.tab}>
          <IntegrationStatus driverId={driverId} />
          <TestActions driverId={driverId} />
        </div>
      </div>
      <HistoryPanel driverId={driverId} empty="No payouts found" />
      <SettingsPanel driverId={driverId} />
    </div>
  )
}
