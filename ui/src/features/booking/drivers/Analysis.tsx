import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Offer, Scoring } from '../useMatches'
import classes from './Analysis.module.css'
import bands from './bands.module.css'
import { bandOf, FACTORS, pointsOf } from './score'

/** Why a driver has the score they have: six factors, their weights and what each brought (MAT-14). */
export function Analysis(props: { id: string; offer: Offer; scoring: Scoring }) {
  const { id, offer, scoring } = props
  const [detailed, setDetailed] = useState(false)
  const panel = useRef<HTMLElement>(null)
  // It opens below what is in sight on a phone.
  useEffect(() => void panel.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <section ref={panel} id={id} className={classes.panel} aria-labelledby={`${id}-title`}>
      <header className={classes.top}>
        <h3 id={`${id}-title`} className={classes.title}>
          Matching Algorithm Analysis
        </h3>
        <span className={classes.version}>Algorithm {scoring.version}</span>
      </header>
      <ul className={classes.factors}>
        {FACTORS.map((factor) => {
          const value = offer.factors[factor.key]
          const weight = scoring.weights[factor.key]
          return (
            <li key={factor.key} className={classes.factor}>
              <div className={classes.line}>
                <span>
                  {factor.name} <span className={classes.weight}>{weight}%</span>
                </span>
                <span className={classes.value}>{value.toFixed(1)}</span>
              </div>
              {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn alike in every browser. */}
              <div
                className={`${classes.track} ${bands.band}`}
                data-band={bandOf(value)}
                role="meter"
                aria-label={`${factor.name}, weight ${weight}%`}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={value}
              >
                <span style={{ width: `${value}%` }} />
              </div>
              {detailed && (
                <p className={classes.about}>
                  {factor.about} Brings {pointsOf(offer.factors, weight, factor.key).toFixed(1)} of{' '}
                  {weight} points.
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {detailed && (
        <p className={classes.sum}>
          The points add up to the score of <strong>{offer.score.toFixed(1)}</strong>. Confidence{' '}
          {offer.confidence.toFixed(1)}: how much of it rests on fresh, confirmed data. The driver
          is {offer.miles_away.toFixed(1)} mi from the pickup.
        </p>
      )}
      <Button
        variant="default"
        size="sm"
        className={classes.toggle}
        aria-expanded={detailed}
        onClick={() => setDetailed(!detailed)}
      >
        {detailed ? 'Hide Details' : 'Show Details'}
      </Button>
    </section>
  )
}
