import { Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useMarketplaceStatus } from '@/api/status'
import { useSession } from '@/auth/session'
import { ButtonLink } from '@/components/RouterLink'
import { useAdvertised } from '@/shared/advertising/useAdvertised'
import classes from './DriveWithUs.module.css'
import { InstantApproval } from './InstantApproval'
import { ProgressCard } from './ProgressCard'
import { useApplication } from './useApplication'
import { isApplicant, type Who } from './who'

/** What will be asked for, and in the demonstration what there is to earn (ONB-04). */
export default function Overview({ who }: { who: Who }) {
  const { user } = useSession()
  const isRegistered = useLocation({ select: ({ state }) => state.registered === true })
  const application = useApplication(isApplicant(who))
  const advertised = useAdvertised()
  const status = useMarketplaceStatus()
  const sample = advertised('sampleDelivery')
  const figures = [
    ['Delivery', sample ?? advertised('ownDelivery')],
    ['Moving', advertised('sampleMoving') ?? advertised('ownMoving')],
    ['Peak-hours bonus', advertised('peakBonus')],
    ['Weekend bonus', advertised('weekendBonus')],
  ].filter(([, value]) => value) as [string, string][]
  const header = (
    <header>
      <h1 className={classes.title}>Your way to the first job</h1>
      {isRegistered && user?.userType === 'driver' && (
        <p role="status" className={classes.welcome}>
          You are registered as a driver. Welcome to haulage, {user.name}.
        </p>
      )}
      <p className={classes.lead}>Have these ready. You go online once you are approved.</p>
    </header>
  )
  // What stands below a card that comes late would be pushed out of sight.
  if (who === null || application.isLoading) {
    return (
      <>
        {header}
        <Skeleton height="42rem" radius="lg" />
      </>
    )
  }
  return (
    <>
      {header}
      {application.data && <ProgressCard application={application.data} />}
      <section aria-labelledby="needed">
        <h2 id="needed" className={classes.heading}>
          What you need
        </h2>
        <ul className={classes.list}>
          <li>Driver’s license</li>
          <li>Proof of age{status && `, ${status.min_age_approve} or older`}</li>
          <li>Automobile liability insurance with at least $100,000 coverage</li>
          <li>Vehicle registration</li>
          <li>A profile photo and a photo of the vehicle</li>
          <li>Two references who have known you for a while</li>
        </ul>
      </section>
      {figures.length > 0 && (
        <section aria-labelledby="earnings">
          <h2 id="earnings" className={classes.heading}>
            Earning potential
          </h2>
          <p className={classes.note}>
            {sample
              ? 'Sample figures: nobody has earned them here.'
              : 'Medians of the last 90 days, from accepting to completing a job, without tips.'}
          </p>
          <dl className={classes.figures}>
            {figures.map(([name, value]) => (
              <Figure key={name} name={name} value={value} />
            ))}
          </dl>
        </section>
      )}
      {!application.data && <NextAction who={who} />}
      {isApplicant(who) && application.data?.status !== 'approved' && <InstantApproval />}
    </>
  )
}

function NextAction({ who }: { who: Who }) {
  if (who === 'visitor') {
    return (
      <div className={classes.actions}>
        <ButtonLink
          to="/register"
          search={{ role: 'driver', next: '/drive-with-us?step=3' }}
          size="lg"
        >
          Sign Up as a Driver
        </ButtonLink>
      </div>
    )
  }
  if (who === 'admin') return <p>An administrator’s account does not drive.</p>
  return (
    who && (
      <div className={classes.actions}>
        <ButtonLink to="/drive-with-us" search={{ step: 3 }} size="lg">
          Continue to Application
        </ButtonLink>
      </div>
    )
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
