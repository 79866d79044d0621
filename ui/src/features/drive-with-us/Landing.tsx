import { Skeleton } from '@mantine/core'
import { IconCalendarWeek, IconClock, IconCoin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getOwnDriverOptions } from '@/api/generated/@tanstack/react-query.gen'
import { statusOptions } from '@/api/status'
import { ButtonLink } from '@/components/RouterLink'
import { useAdvertised } from '@/shared/advertising/useAdvertised'
import classes from './DriveWithUs.module.css'
import type { Who } from './who'

/** Why to drive, and what it takes (ONB-02, ONB-03). */
export function Landing({ who }: { who: Who }) {
  const advertised = useAdvertised()
  const { data: status, isLoading } = useQuery(statusOptions())
  // Who drives already has nothing to apply for.
  const profile = useQuery({ ...getOwnDriverOptions(), enabled: who === 'driver', retry: false })
  const isApproved = who === 'driver' && profile.data?.is_approved === true
  const [samplePay, ownPay] = [advertised('samplePay'), advertised('ownPay')]
  const weekly = advertised('weeklyPayments')
  return (
    <div className={classes.page}>
      <header>
        <div className={classes.top}>
          <h1 className={classes.title}>Drive With Us</h1>
          {who === 'visitor' && (
            <p className={classes.drives}>
              Already a driver?{' '}
              <Link to="/login" search={{ next: '/driver-dashboard' }}>
                Log in
              </Link>
            </p>
          )}
        </div>
        <p className={classes.lead}>
          Bring sofas, boxes and everything between across town, in your own vehicle and your own
          hours.
        </p>
      </header>
      <ul className={classes.reasons} aria-label="Why drive with us">
        {isLoading && (
          // Its place is kept until it is known what may be claimed.
          <li aria-hidden="true">
            <Skeleton circle height={24} />
            <strong>
              <Skeleton component="span" display="block" height="1lh" width="60%" />
            </strong>
            <span>
              <Skeleton component="span" display="block" height="1lh" width="90%" />
            </span>
          </li>
        )}
        {(samplePay ?? ownPay) && (
          <li>
            <IconCoin aria-hidden="true" />
            <strong>{samplePay ?? ownPay}</strong>
            <span>
              {samplePay
                ? 'A sample figure: nobody has earned it here.'
                : 'The median of the last 90 days, from accepting to completing a job, without tips.'}
            </span>
          </li>
        )}
        <li>
          <IconClock aria-hidden="true" />
          <strong>Flexible schedule</strong>
          <span>Go online when it suits you, and offline when it does not.</span>
        </li>
        <li>
          <IconCalendarWeek aria-hidden="true" />
          <strong>{weekly ?? 'Your share on record'}</strong>
          <span>Your share of each fare and every tip, with the sums behind them.</span>
        </li>
      </ul>
      <section aria-labelledby="requirements">
        <h2 id="requirements" className={classes.heading}>
          Requirements
        </h2>
        <ul className={classes.list}>
          <li>A valid license, held for 2+ years</li>
          <li>A clean record</li>
          <li>A pickup truck, a van or larger</li>
          {status && (
            <li>
              {status.min_age_apply}+ to apply, {status.min_age_approve} to be approved
            </li>
          )}
          {isLoading && (
            <li aria-hidden="true">
              <Skeleton component="span" display="block" height="1lh" width="14rem" />
            </li>
          )}
        </ul>
      </section>
      <div className={classes.actions}>
        {isApproved ? (
          <ButtonLink to="/driver-dashboard" size="lg">
            Driver Dashboard
          </ButtonLink>
        ) : who !== 'visitor' ? (
          <ButtonLink to="/drive-with-us" search={{ step: 2 }} size="lg">
            Start Application
          </ButtonLink>
        ) : (
          <ButtonLink
            to="/register"
            search={{ role: 'driver', next: '/drive-with-us?step=2' }}
            size="lg"
          >
            Start Application
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
