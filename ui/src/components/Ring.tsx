import type { ReactNode } from 'react'
import classes from './Ring.module.css'

/**
 * A ring that is as full as *share*, from 0 to 1, with its figure inside; the words are around it.
 * Our own, because Mantine's is sized in pixels only and ours grows with the text.
 */
export function Ring(props: {
  share: number
  /** Its width, radius and line on a grid of its own; the style sheet says how large it is shown. */
  grid: { size: number; radius: number; line: number }
  children: ReactNode
}) {
  const { size, radius, line } = props.grid
  const around = 2 * Math.PI * radius
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: line }
  return (
    <>
      <svg className={classes.ring} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle {...circle} className={classes.track} />
        <circle
          {...circle}
          className={classes.arc}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - props.share)}
        />
      </svg>
      <span aria-hidden="true">{props.children}</span>
    </>
  )
}
