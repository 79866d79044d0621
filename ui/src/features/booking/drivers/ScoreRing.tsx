import bands from './bands.module.css'
import classes from './ScoreRing.module.css'
import { BAND_NAME, bandOf } from './score'

const RADIUS = 24
const AROUND = 2 * Math.PI * RADIUS

/** The score as a ring that is as full as the score is high; its words say the same. */
export function ScoreRing({ score }: { score: number }) {
  const band = bandOf(score)
  return (
    <div
      className={`${classes.ring} ${bands.band}`}
      data-band={band}
      role="img"
      aria-label={`Score ${score.toFixed(1)} of 100, ${BAND_NAME[band]}`}
    >
      <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
        <circle className={classes.track} cx="28" cy="28" r={RADIUS} />
        <circle
          className={classes.arc}
          cx="28"
          cy="28"
          r={RADIUS}
          strokeDasharray={`${(AROUND * score) / 100} ${AROUND}`}
        />
      </svg>
      <span aria-hidden="true">{Math.round(score)}</span>
    </div>
  )
}
