import { Slider } from '@mantine/core'
import { useId } from 'react'
import { Field } from './Field'
import classes from './Measure.module.css'

/** A quantity on a slider, with its value beside the label. */
export function Measure(props: {
  label: string
  bounds: { min: number; max: number; step: number }
  value: number
  format: (value: number) => string
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <Field id={id} label={props.label} value={props.format(props.value)}>
      <Slider
        {...props.bounds}
        value={props.value}
        onChange={props.onChange}
        label={null}
        thumbLabel={props.label}
        thumbValueText={props.format}
        thumbSize={26}
        classNames={{
          root: classes.slider,
          track: classes.track,
          bar: classes.bar,
          thumb: classes.thumb,
        }}
      />
    </Field>
  )
}
