import { Ring } from '@/components/Ring'
import classes from './CountdownRing.module.css'

const GRID = { size: 52, radius: 22, line: 4 }
const HURRY_SECONDS = 10

/** How long is left to answer: a ring that empties, and the seconds in it. */
export function CountdownRing(props: { left: number; whole: number }) {
  const share = props.whole > 0 ? Math.min(1, props.left / props.whole) : 0
  return (
    <div
      className={classes.ring}
      role="timer"
      aria-label={`${wordsOf(props.left)} left to answer`}
      data-hurry={props.left <= HURRY_SECONDS || undefined}
    >
      <Ring share={share} grid={GRID}>
        {shown(props.left)}
      </Ring>
    </div>
  )
}

/** 27, or 14m for appointments, which leave minutes to answer. */
function shown(seconds: number): string {
  return seconds < 100 ? String(seconds) : `${Math.ceil(seconds / 60)}m`
}

function wordsOf(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
