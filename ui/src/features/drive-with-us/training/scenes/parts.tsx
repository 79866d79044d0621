import type { ReactNode } from 'react'
import classes from './Scene.module.css'

/** Where a part stands: its middle at the foot, in units of a drawing of 320 by 180. */
type At = { x: number; y?: number }

export const GROUND = 158

export function Ground() {
  return <path className={classes.dim} d={`M12 ${GROUND}H308`} />
}

/** Somebody with both arms toward *reach*; *crouch* bends hips and knees. */
export function Person(
  props: At & { reach?: [number, number]; crouch?: boolean; helper?: boolean },
) {
  const { x, y = GROUND, crouch } = props
  const hip = y - (crouch ? 24 : 36)
  const neck = hip - 34
  const [toX, toY] = props.reach ?? [x + 14, neck + 32]
  const knee = crouch ? 16 : 5
  return (
    <g>
      <path
        className={classes.none}
        d={`M${x} ${hip}L${x + knee} ${(hip + y) / 2}L${x + 6} ${y}M${x} ${hip}L${x + knee - 9} ${(hip + y) / 2}L${x - 8} ${y}`}
      />
      <path
        className={props.helper ? undefined : classes.accent}
        d={`M${x - 9} ${hip}V${neck + 4}Q${x} ${neck - 4} ${x + 9} ${neck + 4}V${hip}Z`}
      />
      <path
        className={classes.none}
        d={`M${x + 3} ${neck + 8}Q${(x + toX) / 2} ${toY + 4} ${toX} ${toY}`}
      />
      <circle cx={x} cy={neck - 12} r={10} />
    </g>
  )
}

export function Box({ x, y = GROUND, w = 34, h = 28 }: At & { w?: number; h?: number }) {
  return (
    <g>
      <rect className={classes.soft} x={x - w / 2} y={y - h} width={w} height={h} rx={2} />
      <path className={classes.none} d={`M${x} ${y - h}V${y - h * 0.6}`} />
    </g>
  )
}

/** A van from its side, with its load to be seen where it is *open*. */
export function Van({ x, y = GROUND, open }: At & { open?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        className={open ? undefined : classes.accent}
        x={-70}
        y={-76}
        width={96}
        height={64}
        rx={5}
      />
      <path d="M26 -60H50L68 -36V-12H26Z" />
      <path className={classes.soft} d="M32 -54H47L59 -37H32Z" />
      <circle cx={-44} cy={-10} r={11} />
      <circle cx={44} cy={-10} r={11} />
    </g>
  )
}

export function House({ x, y = GROUND }: At) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-44 0V-64L0 -98L44 -64V0Z" />
      <path className={classes.soft} d="M-12 0V-40H12V0Z" />
      <path className={classes.none} d="M-32 -56H-20V-44H-32ZM20 -56H32V-44H20Z" />
    </g>
  )
}

export function Sofa({ x, y = GROUND, turn = 0 }: At & { turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path className={classes.soft} d="M-46 -6V-28Q-46 -36 -38 -36H38Q46 -36 46 -28V-6Z" />
      <path className={classes.none} d="M-46 -16H46M0 -34V-16" />
    </g>
  )
}

/** A phone with what it shows. */
export function Phone({ x, children }: { x: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} 90)`}>
      <rect x={-38} y={-70} width={76} height={140} rx={12} />
      <path className={classes.dim} d="M-10 -60H10" />
      {children}
    </g>
  )
}

export function Bubble({
  x,
  y,
  w = 90,
  mine,
}: {
  x: number
  y: number
  w?: number
  mine?: boolean
}) {
  return (
    <g>
      <rect
        className={mine ? classes.accent : classes.soft}
        x={x}
        y={y}
        width={w}
        height={30}
        rx={10}
      />
      <path className={classes.none} d={`M${x + 12} ${y + 15}H${x + w - 14}`} />
    </g>
  )
}

export function Tick({ x, y }: { x: number; y: number }) {
  return (
    <path className={classes.mark} d={`M${x - 10} ${y}L${x - 2} ${y + 8}L${x + 12} ${y - 9}`} />
  )
}

export function Cross({ x, y }: { x: number; y: number }) {
  return (
    <path
      className={classes.warn}
      d={`M${x - 9} ${y - 9}L${x + 9} ${y + 9}M${x + 9} ${y - 9}L${x - 9} ${y + 9}`}
    />
  )
}
