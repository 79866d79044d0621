import type { PlateOut } from '@/api/generated/types.gen'
import classes from './Plate.module.css'

/** A license plate as one looks for it at the curb; nothing where none is shown. */
export function Plate({ plate }: { plate: PlateOut | null | undefined }) {
  if (!plate) return null
  return (
    <p className={classes.plate}>
      <span className={classes.hidden}>License plate </span>
      <span className={classes.text}>{plate.text}</span> <span>{plate.state}</span>
    </p>
  )
}
