import { Checkbox, SegmentedControl, Slider } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import classes from './PriceCalculator.module.css'
import { type Trip, useFare } from './queries'
import { Receipt } from './Receipt'
import {
  BOUNDS,
  EXAMPLE_TRIP,
  formatMiles,
  formatMinutes,
  formatPounds,
  SERVICE_LABEL,
  URGENCY_LABEL,
} from './trip'

/** Long enough that a dragged thumb asks a few times a second, short enough to feel live. */
const SETTLE_MILLISECONDS = 150

export function PriceCalculator() {
  const [trip, setTrip] = useState(EXAMPLE_TRIP)
  const [settled] = useDebouncedValue(trip, SETTLE_MILLISECONDS)
  const fare = useFare(settled)
  const paused = fare.fetchStatus === 'paused'
  // Offline, an answer to another question would pass for the answer to this one.
  const answer = paused && fare.isPlaceholderData ? undefined : fare.data
  const change = (part: Partial<Trip>) => setTrip((before) => ({ ...before, ...part }))
  return (
    <div className={classes.calculator}>
      <form className={classes.questions} onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Service"
          value={trip.service_type}
          labels={SERVICE_LABEL}
          onChange={(service_type) => change({ service_type })}
        />
        <Measure
          label="Distance"
          bounds={BOUNDS.miles}
          value={trip.miles}
          format={formatMiles}
          onChange={(miles) => change({ miles })}
        />
        <Measure
          label="Time"
          bounds={BOUNDS.minutes}
          value={trip.minutes}
          format={formatMinutes}
          onChange={(minutes) => change({ minutes })}
        />
        <Measure
          label="Weight"
          bounds={BOUNDS.weight_pounds}
          value={trip.weight_pounds}
          format={formatPounds}
          onChange={(weight_pounds) => change({ weight_pounds })}
        />
        <Choice
          label="Urgency"
          value={trip.urgency}
          labels={URGENCY_LABEL}
          onChange={(urgency) => change({ urgency })}
        />
        <div className={classes.options}>
          <Option
            label="Fragile"
            hint="Glass, art, screens"
            checked={trip.fragile}
            onChange={(fragile) => change({ fragile })}
          />
          <Option
            label="Assembly"
            hint="Put together on arrival"
            checked={trip.assembly}
            onChange={(assembly) => change({ assembly })}
          />
        </div>
      </form>
      <Receipt
        trip={settled}
        fare={answer}
        error={fare.error}
        waiting={fare.isFetching || trip !== settled}
        paused={paused}
        onTryAgain={() => void fare.refetch()}
      />
    </div>
  )
}

function Field({
  id,
  label,
  value,
  children,
}: Record<'id' | 'label', string> & { value?: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <div className={classes.fieldTop}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        {value && <output className={classes.value}>{value}</output>}
      </div>
      {children}
    </div>
  )
}

function Measure(props: {
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

function Choice<Value extends string>(props: {
  label: string
  value: Value
  labels: Record<Value, string>
  onChange: (value: Value) => void
}) {
  const id = useId()
  const data = (Object.keys(props.labels) as Value[]).map((value) => ({
    value,
    label: props.labels[value],
  }))
  return (
    <Field id={id} label={props.label}>
      <SegmentedControl
        fullWidth
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

function Option(props: {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Checkbox.Card className={classes.option} checked={props.checked} onChange={props.onChange}>
      <Checkbox.Indicator size="md" className={classes.tick} />
      <span>
        <span className={classes.optionLabel}>{props.label}</span>
        <span className={classes.optionHint}>{props.hint}</span>
      </span>
    </Checkbox.Card>
  )
}
