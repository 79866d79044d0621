import { Ring } from '@/components/Ring'
import classes from './ScoreDial.module.css'

const GRID = { size: 80, radius: 34, line: 7 }

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
        <Ring share={score / 100} grid={GRID}>
          {Number.isInteger(score) ? score : score.toFixed(1)}
        </Ring>
      </div>
      <p aria-hidden="true">{label}</p>
    </div>
  )
}
