import { IconCalendarWeek, IconClock, IconCoin } from '@tabler/icons-react'
import { useMarketplaceStatus } from '@/api/status'
import { ButtonLink } from '@/components/RouterLink'
import classes from './DriveWithUs.module.css'

/** Why to drive, and what it takes (ONB-02, ONB-03). */
export function Landing({ isSignedIn }: { isSignedIn: boolean }) {
  // A figure is a claim: a live site shows only one that it has earned (OP-104).
  const isDemonstration = useMarketplaceStatus()?.mode === 'demo'
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Drive With Us</h1>
        <p className={classes.lead}>
          Bring sofas, boxes and everything between across town, in your own vehicle and your own
          hours.
        </p>
      </header>
      <ul className={classes.reasons} aria-label="Why drive with us">
        {isDemonstration && (
          <li>
            <IconCoin aria-hidden="true" />
            <strong>$25-45 per hour</strong>
            <span>Sample figures of this demonstration.</span>
          </li>
        )}
        <li>
          <IconClock aria-hidden="true" />
          <strong>Flexible schedule</strong>
          <span>Go online when it suits you, and offline when it does not.</span>
        </li>
        <li>
          <IconCalendarWeek aria-hidden="true" />
          <strong>Weekly payments</strong>
          <span>Your share of each fare and every tip, with the sums behind them.</span>
        </li>
      </ul>
      <section aria-labelledby="requirements">
        <h2 id="requirements" className={classes.heading}>
          Requirements
        </h2>
        <ul className={classes.list}>
          <li>A valid licence, held for 2+ years</li>
          <li>A clean record</li>
          <li>A pickup truck, a van or larger</li>
          <li>18+ to apply, 21 to be approved</li>
        </ul>
      </section>
      <div className={classes.actions}>
        {isSignedIn ? (
          <ButtonLink to="/drive-with-us" search={{ step: 2 }} size="lg">
            Start Application
          </ButtonLink>
        ) : (
          <ButtonLink to="/register" size="lg">
            Start Application
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
