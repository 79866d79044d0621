import classes from './ScoreDial.module.css'

const RADIUS = 34
const AROUND = 2 * Math.PI * RADIUS

/** Green from 85, amber from 70, red below: the bounds of the risk levels (BEH-14). */
function bandOf(score: number): 'good' | 'fair' | 'poor' {
  if (score >= 85) return 'good'
  return score >= 70 ? 'fair' : 'poor'
}

/** A score of 100 as a ring that is as full as the score is high. */
export function ScoreDial({ label, score }: { label: string; score: number }) {
  return (
    <div className={classes.dial} data-band={bandOf(score)}>
      <div className={classes.ring} role="img" aria-label={`${label}: ${score} of 100`}>
        <svg viewBox="0 0 80 80" aria-hidden="true">
          <circle className={classes.track} cx="40" cy="40" r={RADIUS} />
          <circle
            className={classes.arc}
            cx="40"
            cy="40"
            r={RADIUS}
            strokeDasharray={`${(AROUND * score) / 100} ${AROUND}`}
          />
        </svg>
        <span aria-hidden="true">{Number.isInteger(score) ? score : score.toFixed(1)}</span>
      </div>
      <p aria-hidden="true">{label}</p>
    </div>
  )
}
