import { Button } from '@mantine/core'
import type { CandidateOut } from '@/api/generated/types.gen'
import { age } from '@/components/time'
import { VehicleSilhouette } from '@/shared/drivers/VehicleSilhouette'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import { Rating } from '../History'
import classes from './Reassigning.module.css'

/** Positions come every few seconds: an older one is told with its age. */
const FRESH_MS = 5 * 60_000

/** A driver as a decision: how far, in what, and what stands against it. */
export function Candidate(props: { candidate: CandidateOut; onChoose: () => void }) {
  const { driver, refused, cautions } = props.candidate
  return (
    <article className={classes.candidate} aria-label={driver.name} data-refused={refused !== null}>
      <span className={classes.picture}>
        <VehicleSilhouette type={driver.vehicle.type} width={56} />
      </span>
      <div className={classes.what}>
        <h3 className={classes.name}>{driver.name}</h3>
        <p className={classes.note}>
          {away(props.candidate)} · {vehicleLabel(driver.vehicle)}
        </p>
        <p className={classes.note}>
          <Rating driver={driver} />
        </p>
        {cautions.map((caution) => (
          <p key={caution} className={classes.caution}>
            {caution}
          </p>
        ))}
        {refused && <p className={classes.refused}>{refused}</p>}
      </div>
      {refused === null && (
        <Button
          variant={cautions.length > 0 ? 'default' : 'filled'}
          className={classes.choose}
          aria-label={`Choose ${driver.name}`}
          onClick={props.onChoose}
        >
          Choose
        </Button>
      )}
    </article>
  )
}

function away({ miles_away, seen_at }: CandidateOut): string {
  if (miles_away === null) return 'Nobody knows where'
  const old = seen_at ? Date.now() - Date.parse(seen_at) : 0
  const distance = `${miles_away.toFixed(1)} mi away`
  return old > FRESH_MS ? `${distance} ${age(old)} ago` : distance
}
