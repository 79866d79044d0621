import { Skeleton } from '@mantine/core'
import type { ApplicationOut, OwnScreeningOut, ScreeningOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Notice } from '@/components/Notice'
import { Fact, Facts, Part, PartTitle } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { ScreeningResults } from '@/shared/screening/ScreeningResults'
import { Consent } from './Consent'
import { Letters } from './Letters'
import { NextSteps } from './NextSteps'
import { useOwnScreening } from './queries'
import classes from './Screening.module.css'
import { statusLabel } from './statusLabels'

/** The applicant's background check: consent first, then how far it is and what came of it (ONB-43). */
export default function Screening({ application }: { application: ApplicationOut }) {
  const query = useOwnScreening()
  return (
    <div className={classes.panel}>
      <h1 className={classes.title}>Background Check</h1>
      <DataPanel
        query={query}
        failure="Your background check could not be loaded"
        skeleton={<Skeleton height={360} radius="lg" />}
      >
        {(own) => (
          <PartTitle value="h2">
            <Opened own={own} application={application} />
          </PartTitle>
        )}
      </DataPanel>
    </div>
  )
}

function Opened(props: { own: OwnScreeningOut; application: ApplicationOut }) {
  const { own, application } = props
  const { screening } = own
  const isDecided = application.status === 'approved' || application.status === 'rejected'
  return (
    <>
      {own.is_simulated && (
        <Notice kind="news" title="Simulated background check">
          No agency is asked here, and nobody is checked.
        </Notice>
      )}
      {screening === null && !isDecided && (
        <Consent disclosure={own.disclosure} application={application} />
      )}
      {screening === null && isDecided && <p>There is no background check of this application.</p>}
      {screening && (
        <>
          <Standing screening={screening} isDraft={application.status === 'draft'} />
          {screening.result && (
            <ScreeningResults result={screening.result} isSimulated={own.is_simulated} />
          )}
          <NextSteps screening={screening} />
          <Letters screening={screening} />
        </>
      )}
      {!own.is_simulated && <Information />}
    </>
  )
}

function Standing({ screening, isDraft }: { screening: ScreeningOut; isDraft: boolean }) {
  const label = statusLabel(screening)
  const now = Date.now()
  const isAnswered =
    (screening.status === 'waiting' || screening.status === 'notice_sent') &&
    screening.disputes.some(({ resolved_at }) => resolved_at !== null)
  return (
    <Part title="Status">
      <p className={classes.status} aria-live="polite">
        {label.name}
      </p>
      <p>{isDraft ? 'It is ordered once you submit your application.' : label.says}</p>
      {isAnswered && <p>We answered your dispute: the report stands. Our answer is below.</p>}
      {screening.failure && <Notice kind="problem" title={screening.failure} />}
      {screening.invitation_url &&
        screening.status === 'ordered' &&
        screening.progress !== 'suspended' && (
          <p>
            <a href={screening.invitation_url} rel="noreferrer" target="_blank">
              Continue at {screening.provider}
            </a>
          </p>
        )}
      <Facts>
        <Fact term="You agreed">{dayAndTime(screening.consented_at, now)}</Fact>
        {screening.provider && <Fact term="Provider">{screening.provider}</Fact>}
        {screening.completed_at && (
          <Fact term="Completed">{dayAndTime(screening.completed_at, now)}</Fact>
        )}
        {screening.status === 'waiting' && screening.waiting_until && (
          <Fact term="Nothing is decided before">{dayAndTime(screening.waiting_until, now)}</Fact>
        )}
      </Facts>
    </Part>
  )
}

/** What holds of a real agency alone (ONB-49): how long it takes is what Checkr says of itself. */
function Information() {
  return (
    <Part title="About background checks">
      <ul className={classes.list}>
        <li>Criminal records of the last 7 years</li>
        <li>Driving records of the last 5 years</li>
        <li>Checks take 2-3 days on average</li>
        <li>Some take weeks, where a court answers slowly or more is asked of you</li>
      </ul>
    </Part>
  )
}
