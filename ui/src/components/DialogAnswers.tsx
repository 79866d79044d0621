import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DialogAnswers.module.css'

/** The answers to a dialog, in one order everywhere: the way back first, what it asks for last. */
export function DialogAnswers(props: {
  /** What the way back says. */
  back: string
  onBack: () => void
  isPending?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.answers}>
      <Button variant="default" disabled={props.isPending} onClick={props.onBack}>
        {props.back}
      </Button>
      {props.children}
    </div>
  )
}
