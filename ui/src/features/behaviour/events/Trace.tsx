import type { DrivingEventOut, TracedEventOut } from '@/api/generated/types.gen'
import { type Bounds, bearing, boundsOf, type LatLng, NEW_YORK } from '@/shared/map/geometry'
import { MapView } from '@/shared/map/MapView'
import { EVENT_WORDS } from '../labels'
import classes from './EventDetail.module.css'
import { SpeedLine } from './SpeedLine'

/** Where an event happened, and how fast it went there. */
export function Trace({ traced: { event, trace, forgotten } }: { traced: TracedEventOut }) {
  // The place is rounded by then: a marker on a map would say what is not so.
  if (forgotten) return <p className={classes.none}>The trace is kept for 90 days.</p>
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
