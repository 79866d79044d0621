import { Ring } from '@/components/Ring'
import bands from './bands.module.css'
import classes from './ScoreRing.module.css'
import { BAND_NAME, bandOf } from './score'

const GRID = { size: 56, radius: 24, line: 5 }

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
      <Ring share={score / 100} grid={GRID}>
        {Math.round(score)}
      </Ring>
    </div>
  )
}
