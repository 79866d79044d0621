import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { DrivingEventOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { moment } from '../labels'
import { useTracedEvent } from '../queries'
import { ContestDialog } from './ContestDialog'
import classes from './EventDetail.module.css'
import { Trace } from './Trace'

/** Where an event happened and how fast it went there; what the driver said, and what was decided. */
export function EventDetail({ event, zone }: { event: DrivingEventOut; zone: string }) {
  const query = useTracedEvent(event.id)
  const [isContesting, setContesting] = useState(false)
  const { contest } = event
  return (
    <div className={classes.detail}>
      <DataPanel
        query={query}
        skeleton={<Skeleton height="100%" className={classes.map} />}
        failure="The trace could not be loaded"
      >
        {(traced) => <Trace traced={traced} />}
      </DataPanel>
      {contest ? (
        <dl className={classes.statements}>
          <div>
            <dt>You said, {moment(contest.contested_at, zone)}</dt>
            <dd>{contest.reason}</dd>
          </div>
          {contest.decision_reason && contest.decided_at && (
            <div>
              <dt>Decided, {moment(contest.decided_at, zone)}</dt>
              <dd>{contest.decision_reason}</dd>
            </div>
          )}
        </dl>
      ) : (
        <div className={classes.foot}>
          <p>Not what happened? Say why, and our team takes a look.</p>
          <Button variant="default" onClick={() => setContesting(true)}>
            Appeal this event
          </Button>
        </div>
      )}
      {isContesting && <ContestDialog event={event} onClose={() => setContesting(false)} />}
    </div>
  )
}
