import { IconTruck } from '@tabler/icons-react'
import classes from './DriverMark.module.css'

/**
 * A truck from its side, as people know it, around the origin of a drawing, and a tip at the rim that
 * points *heading* degrees from north.
 */
export function DriverMark({ heading }: { heading: number }) {
  return (
    <>
      <circle className={classes.halo} r="29" />
      <path className={classes.tip} d="M-7-19 0-28 7-19z" transform={`rotate(${heading})`} />
      <circle className={classes.disc} r="20" />
      <IconTruck
        className={classes.truck}
        x={-13}
        y={-13}
        width={26}
        height={26}
        stroke={1.8}
        aria-hidden="true"
      />
    </>
  )
}
