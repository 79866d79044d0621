import type { CSSProperties, ReactNode } from 'react'
import classes from './ColumnLine.module.css'
import type { Column, Columns } from './columns'

const GAP_REM = 0.75
const EDGES_REM = 2.5

/** Above the lines, on a wide screen. Each cell says its column itself, so readers of screens skip it. */
export function ColumnHead<T, Word extends string>(props: {
  columns: Columns<T, Word>
  shown: Word[]
  /** How wide what stands behind the columns is. */
  endRem?: number
}) {
  const { columns, shown, endRem } = props
  return (
    <div
      className={classes.head}
      style={widths(ofWords(columns, shown), endRem)}
      aria-hidden="true"
    >
      {shown.map((word) => (
        <span key={word} data-figure={columns.every[word].isFigure || undefined}>
          {columns.every[word].label}
        </span>
      ))}
    </div>
  )
}

/** One item of a list in the columns that are shown: a line on a wide screen, a card on a narrow one. */
export function ColumnLine<T, Word extends string>(props: {
  columns: Columns<T, Word>
  shown: Word[]
  item: T
  /** Instead of the lead's cell, such as what opens the line. */
  lead?: ReactNode
  /** What can be done with it. */
  end?: ReactNode
  endRem?: number
  /** Whether a press anywhere in it opens it. */
  opens?: boolean
}) {
  const { columns, shown, item, lead, end, endRem } = props
  return (
    <div
      className={classes.line}
      data-opens={props.opens || undefined}
      style={widths(ofWords(columns, shown), endRem)}
    >
      {shown.map((word) => {
        const { label, isFigure, cell } = columns.every[word]
        const isLead = word === columns.lead
        return (
          <div
            key={word}
            className={classes.cell}
            data-lead={isLead || undefined}
            data-figure={isFigure || undefined}
          >
            <span className={classes.label}>{label} </span>
            <div className={classes.value}>{(isLead && lead) || cell(item)}</div>
          </div>
        )
      })}
      {end && <div className={classes.end}>{end}</div>}
    </div>
  )
}

function ofWords<T, Word extends string>({ every }: Columns<T, Word>, shown: Word[]) {
  return shown.map((word) => every[word])
}

function widths<T>(columns: Column<T>[], endRem = 0): CSSProperties {
  const all = endRem > 0 ? [...columns, { rem: endRem }] : columns
  const sum = all.reduce((rem, column) => rem + column.rem, 0)
  return {
    '--columns': columns
      .map(({ rem }) => `minmax(${rem}rem, ${rem}fr)`)
      .concat(endRem > 0 ? `${endRem}rem` : [])
      .join(' '),
    '--wide': `${sum + GAP_REM * (all.length - 1) + EDGES_REM}rem`,
  } as CSSProperties
}
