import type { DrivingEventOut, TracePointOut } from '@/api/generated/types.gen'
import classes from './SpeedLine.module.css'

const WIDTH = 600
const HEIGHT = 96

/** The speed along the trace, with the seconds of the event marked. */
export function SpeedLine(props: { event: DrivingEventOut; trace: TracePointOut[] }) {
  const { event, trace } = props
  const first = Date.parse(trace[0]?.at ?? event.start)
  const span = Math.max(1000, Date.parse(trace.at(-1)?.at ?? event.end) - first)
  const top = Math.max(20, ...trace.map((point) => point.speed_mph)) * 1.1
  const x = (at: string) => ((Date.parse(at) - first) / span) * WIDTH
  const y = (mph: number) => HEIGHT - (mph / top) * HEIGHT
  const line = trace.map((point) => `${x(point.at).toFixed(1)},${y(point.speed_mph).toFixed(1)}`)
  const speeds = trace.map((point) => Math.round(point.speed_mph))
  const words = `Speed from ${speeds[0]} to ${speeds.at(-1)} mph, between ${Math.min(...speeds)} and ${Math.max(...speeds)} mph`
  // An event of one second began with the fix before it.
  const from = Math.max(0, x(event.start) - (1000 / span) * WIDTH)
  return (
    <figure className={classes.figure}>
      <figcaption>
        Speed, mph <span>{Math.round(top / 1.1)} at most</span>
      </figcaption>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <rect
          className={classes.event}
          x={from}
          y="0"
          width={Math.max(4, x(event.end) - from)}
          height={HEIGHT}
        />
        <polygon
          className={classes.area}
          points={`0,${HEIGHT} ${line.join(' ')} ${WIDTH},${HEIGHT}`}
        />
        <polyline className={classes.line} points={line.join(' ')} />
      </svg>
    </figure>
  )
}
