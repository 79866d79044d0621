import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './StatCard.module.css'

/** One figure of a dashboard. Without a value yet it keeps its shape, so that nothing moves. */
export function StatCard(props: {
  label: string
  /** Absent while it loads. */
  value: ReactNode | undefined
  icon?: ReactNode
  hint?: ReactNode
}) {
  return (
    <div className={classes.card}>
      <p className={classes.label}>
        {props.icon && (
          <span className={classes.icon} aria-hidden="true">
            {props.icon}
          </span>
        )}
        {props.label}
      </p>
      <p className={classes.value}>
        {props.value === undefined ? (
          <Skeleton
            component="span"
            display="block"
            height="1em"
            width="min(3.5em, 100%)"
            my="0.1em"
          />
        ) : (
          props.value
        )}
      </p>
      {props.hint && <p className={classes.hint}>{props.hint}</p>}
    </div>
  )
}
