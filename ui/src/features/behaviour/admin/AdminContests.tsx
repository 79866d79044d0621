import { Button, Skeleton } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  decideDrivingContestMutation,
  listDrivingContestsInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ContestStatus, Decision, DrivingEventOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Case, CaseList } from '@/components/CaseList'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { DataPanel } from '@/components/DataPanel'
import { DecisionDialog } from '@/components/DecisionDialog'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import { IdLink } from '@/shared/admin/AdminLinks'
import { PeopleNames } from '@/shared/admin/PeopleNames'
import detail from '../events/EventDetail.module.css'
import { Trace } from '../events/Trace'
import { EVENT_WORDS, factsOf, SEVERITY_WORDS } from '../labels'
import { useTracedEvent } from '../queries'
import { appealsCsv } from './csv'

const PAGE_SIZE = 20

const STATES = {
  open: { status: 'disputed', label: 'To decide' },
  upheld: { status: 'completed', label: 'Upheld: does not count' },
  rejected: { status: 'failed', label: 'Refused: counts' },
} as const satisfies Record<ContestStatus, { status: string; label: string }>

/** Events that drivers contest, each with its trace; an upheld contest takes it out of every score. */
export default function AdminContests() {
  const [onlyOpen, setOnlyOpen] = useState(true)
  const contests = useContests(onlyOpen)
  const [chosen, choose] = useState<{ of: DrivingEventOut; decision: Decision } | null>(null)
  return (
    <PeopleNames ids={(contests.data ?? []).map((event) => event.driver_id)}>
      <CaseList
        title="Driving Appeals"
        query={contests}
        onlyOpen={onlyOpen}
        onOnlyOpen={setOnlyOpen}
        failure="The appeals could not be loaded"
        none="No appeals yet"
        icon={<IconGavel size={28} />}
        what="appeals"
        tools={<ExportCsv csv={appealsCsv(onlyOpen)} />}
        keyOf={(event) => event.id}
      >
        {(event) => (
          <Contested event={event} onDecide={(decision) => choose({ of: event, decision })} />
        )}
      </CaseList>
      {chosen && (
        <Deciding event={chosen.of} decision={chosen.decision} onClose={() => choose(null)} />
      )}
    </PeopleNames>
  )
}

function Contested(props: { event: DrivingEventOut; onDecide: (how: Decision) => void }) {
  const { event } = props
  const { contest } = event
  const [isOpen, setOpen] = useState(false)
  if (contest === null) return null
  const name = EVENT_WORDS[event.type]
  return (
    <Case
      name={`${name}, ${factsOf(event)}`}
      title={`${name} · ${SEVERITY_WORDS[event.severity]}`}
      badge={STATES[contest.status]}
      note={
        <>
          {factsOf(event)} · {dayAndTime(event.start, Date.now())} · driver{' '}
          <IdLink id={event.driver_id} />
        </>
      }
      statement={contest.reason}
      decided={
        contest.decided_at &&
        `Decided ${dayAndTime(contest.decided_at, Date.now())}: ${contest.decision_reason}`
      }
      actions={
        <>
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} Trace of ${name}, ${factsOf(event)}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide Trace' : 'Show Trace'}
          </Button>
          {contest.status === 'open' && (
            <>
              <Button variant="default" onClick={() => props.onDecide('reject')}>
                Refuse
              </Button>
              <Button onClick={() => props.onDecide('uphold')}>Approve Appeal</Button>
            </>
          )}
        </>
      }
    >
      {isOpen && <TraceOf eventId={event.id} />}
    </Case>
  )
}

function TraceOf({ eventId }: { eventId: string }) {
  return (
    <DataPanel
      query={useTracedEvent(eventId)}
      skeleton={<Skeleton height="100%" className={detail.map} />}
      failure="The trace could not be loaded"
    >
      {(traced) => <Trace traced={traced} />}
    </DataPanel>
  )
}

function Deciding(props: { event: DrivingEventOut; decision: Decision; onClose: () => void }) {
  const { event, decision, onClose } = props
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...decideDrivingContestMutation(),
    onSuccess: () => {
      toast.success('Decided.', { id: 'contest' })
      onClose()
    },
    onSettled: () => void queries.invalidateQueries(),
  })
  const upholds = decision === 'uphold'
  return (
    <DecisionDialog
      title={upholds ? 'Approve the appeal?' : 'Refuse the appeal?'}
      label="Reason (the driver reads it)"
      confirm={upholds ? 'Approve Appeal' : 'Refuse'}
      isPending={isPending}
      error={error ? sentenceOf(error) : null}
      onSend={(reason) => mutate({ path: { event_id: event.id }, body: { decision, reason } })}
      onClose={onClose}
    >
      <p>
        {upholds
          ? 'The event counts in no score any more, and the scores are computed anew.'
          : 'The event goes on counting.'}{' '}
        This is final.
      </p>
    </DecisionDialog>
  )
}

function useContests(onlyOpen: boolean) {
  const query = { limit: PAGE_SIZE, ...(onlyOpen && { status: 'open' as const }) }
  return useInfiniteQuery({
    ...listDrivingContestsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): DrivingEventOut[] => data.pages.flatMap((page) => page.items),
  })
}
