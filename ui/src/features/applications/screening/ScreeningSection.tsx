import { Skeleton } from '@mantine/core'
import type { ReviewedScreeningOut, ScreeningOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Notice } from '@/components/Notice'
import { Fact, Facts, Part } from '@/components/Part'
import { dayAndTime } from '@/components/time'
import { ScreeningResults } from '@/shared/screening/ScreeningResults'
import { CASE_STATUSES, NEXT_ACTIONS, RECOMMENDED } from './labels'
import { ProviderPanel } from './ProviderPanel'
import { useScreening } from './queries'
import { Steps } from './Steps'

/** The background check in an application's file: how it stands, and the steps that are lawful now. The offer
 * stands with the decision. */
export function ScreeningSection({ applicationId }: { applicationId: string }) {
  const query = useScreening(applicationId)
  return (
    <DataPanel
      query={query}
      failure="The background check could not be loaded"
      skeleton={<Skeleton height={240} radius="lg" />}
    >
      {(reviewed) => <Case applicationId={applicationId} reviewed={reviewed} />}
    </DataPanel>
  )
}

function Case(props: { applicationId: string; reviewed: ReviewedScreeningOut }) {
  const { reviewed, applicationId } = props
  const { screening } = reviewed
  if (screening === null) {
    return (
      <Part title="Background check">
        <p>
          The applicant has not agreed to a background check yet. Nothing may be ordered before.
        </p>
      </Part>
    )
  }
  const now = Date.now()
  const open = screening.disputes.find(({ resolved_at }) => resolved_at === null)
  return (
    <>
      <Part title="Background check">
        {screening.failure && <Notice kind="problem" title={screening.failure} />}
        {open && (
          <Notice kind="news" title="The applicant disputes the report">
            <p>{open.reason}</p>
          </Notice>
        )}
        <Facts>
          <Fact term="Status">
            {isWaitedOut(screening, now) ? NEXT_ACTIONS.decide : CASE_STATUSES[screening.status]}
          </Fact>
          <Fact term="Agreed">{dayAndTime(screening.consented_at, now)}</Fact>
          {reviewed.recommended && (
            <Fact term="The report recommends">{RECOMMENDED[reviewed.recommended]}</Fact>
          )}
          {reviewed.reasons.length > 0 && <Fact term="Because">{reviewed.reasons.join(' ')}</Fact>}
          {reviewed.intended_reason && (
            <Fact term="Meant for rejection">{reviewed.intended_reason}</Fact>
          )}
          {reviewed.notes && <Fact term="Reviewer’s reason">{reviewed.notes}</Fact>}
          {reviewed.delivered_at && (
            <Fact term="Notice delivered">{dayAndTime(reviewed.delivered_at, now)}</Fact>
          )}
          {screening.waiting_until && (
            <Fact term="Waiting period ends">{dayAndTime(screening.waiting_until, now)}</Fact>
          )}
        </Facts>
        <Steps
          applicationId={applicationId}
          reviewed={reviewed}
          steps={reviewed.steps.filter((step) => step !== 'make_offer')}
        />
      </Part>
      {screening.result && (
        <ScreeningResults result={screening.result} isSimulated={reviewed.agency.simulated} />
      )}
      <ProviderPanel applicationId={applicationId} reviewed={reviewed} screening={screening} />
    </>
  )
}

/** Whether the applicant's time to answer is over, so that somebody has to decide. */
function isWaitedOut({ status, waiting_until }: ScreeningOut, now: number): boolean {
  return status === 'waiting' && waiting_until !== null && Date.parse(waiting_until) <= now
}
