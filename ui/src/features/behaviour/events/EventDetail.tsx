import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { DrivingEventOut, TracedEventOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { type Bounds, bearing, boundsOf, type LatLng, NEW_YORK } from '@/components/map/geometry'
import { MapView } from '@/components/map/MapView'
import { useTracedEvent } from '../queries'
import { EVENT_WORDS, moment } from '../words'
import { ContestDialog } from './ContestDialog'
import classes from './EventDetail.module.css'
import { SpeedLine } from './SpeedLine'

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
        <dl className={classes.said}>
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
          <p>Not what happened? Say why, and somebody looks at it.</p>
          <Button variant="default" onClick={() => setContesting(true)}>
            Contest this event
          </Button>
        </div>
      )}
      {isContesting && <ContestDialog event={event} onClose={() => setContesting(false)} />}
    </div>
  )
}

function Trace({ traced: { event, trace } }: { traced: TracedEventOut }) {
  const name = EVENT_WORDS[event.type]
  return (
    <div className={classes.trace}>
      <div className={classes.map}>
        <MapView
          fill
          label={`Where it happened: ${name}`}
          driver={{ lat: event.lat, lng: event.lng, heading: courseAt(event, trace), label: name }}
          bounds={around([event, ...trace])}
          routes={trace.length > 1 ? [{ polyline: trace, approximate: false, chosen: true }] : []}
        />
      </div>
      {trace.length > 1 ? (
        <SpeedLine event={event} trace={trace} />
      ) : (
        <p className={classes.none}>The way around this event is no longer kept.</p>
      )}
    </div>
  )
}

/** Degrees of latitude, about a quarter of a mile: a standing vehicle's street is in sight too. */
const LEAST_SPAN = 0.0036

/** A box with some room around these places. */
function around(places: LatLng[]): Bounds {
  const box = boundsOf(places) ?? NEW_YORK
  const [tall, wide] = [box.north - box.south, box.east - box.west]
  const down = Math.max(tall * 0.25, (LEAST_SPAN - tall) / 2)
  const across = Math.max(wide * 0.25, (LEAST_SPAN - wide) / 2)
  return {
    south: box.south - down,
    north: box.north + down,
    west: box.west - across,
    east: box.east + across,
  }
}

/** The course of the trace at the event, for the van on the map. */
function courseAt(event: DrivingEventOut, trace: TracedEventOut['trace']): number | null {
  const here = trace.findIndex((point) => point.at >= event.start)
  const from = trace[Math.max(0, here - 1)]
  const to = trace[Math.max(1, here)]
  if (!from || !to || (from.lat === to.lat && from.lng === to.lng)) return null
  return bearing(from, to)
}
