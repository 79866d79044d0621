import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import classes from './Choice.module.css'
import { Field } from './Field'

/** One of a few words, all of them in sight. */
export function Choice<Value extends string>(props: {
  label: string
  value: Value
  labels: Record<Value, string>
  /** What each means, below its word. */
  hints?: Record<Value, string>
  onChange: (value: Value) => void
}) {
  const id = useId()
  const { labels, hints } = props
  const data = (Object.keys(labels) as Value[]).map((value) => ({
    value,
    label: hints ? (
      <>
        {labels[value]} <span className={classes.hint}>{hints[value]}</span>
      </>
    ) : (
      labels[value]
    ),
  }))
  return (
    <Field id={id} label={props.label}>
      <SegmentedControl
        fullWidth
        size="md"
        withItemsBorders={false}
        aria-labelledby={id}
        data={data}
        value={props.value}
        onChange={props.onChange}
        classNames={{ root: classes.segments, label: classes.segment, indicator: classes.chosen }}
      />
    </Field>
  )
}
