import { AccountCard } from './AccountCard'
import { BalanceFigures } from './BalanceFigures'
import { HistoryPanel } from './history/HistoryPanel'
import classes from './instant/Instant.module.css'
import { SettingsPanel } from './SettingsPanel'

/** The tab Payouts & Earnings, called Driver Payouts on itself (OUT-02). */
export function PayoutsTab({ driverId }: { driverId: string }) {
  return (
    <div className={classes.tab}>
      <h2 className={classes.title}>Driver Payouts</h2>
      <AccountCard driverId={driverId} />
      <BalanceFigures driverId={driverId} />
      <SettingsPanel driverId={driverId} />
      <HistoryPanel driverId={driverId} empty="No payouts found" />
    </div>
  )
}
