import { Checkbox } from '@mantine/core'
import classes from './Option.module.css'

/** A yes or no with room for what it means. */
export function Option(props: {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Checkbox.Card className={classes.option} checked={props.checked} onChange={props.onChange}>
      <Checkbox.Indicator size="md" className={classes.tick} />
      <span>
        <span className={classes.label}>{props.label}</span>
        <span className={classes.hint}>{props.hint}</span>
      </span>
    </Checkbox.Card>
  )
}
