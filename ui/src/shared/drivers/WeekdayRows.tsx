import { TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Tick } from '@/components/fields/Tick'
import classes from './WeekdayRows.module.css'
import { DAYS, type Weekday } from './weekdays'

/** What binds one day to a form. */
export interface DayFields {
  works: boolean
  tick: Omit<ComponentProps<typeof Tick>, 'label'>
  start: ComponentProps<typeof TextInput>
  end: ComponentProps<typeof TextInput>
  fault?: ReactNode
}

/** The days of a week, each worked from a time until another, or off. */
export function WeekdayRows(props: { of: (day: Weekday) => DayFields; fault?: ReactNode }) {
  return (
    <fieldset className={classes.days} aria-label="Days">
      {DAYS.map((day) => (
        <Day key={day} name={day[0]?.toUpperCase() + day.slice(1)} {...props.of(day)} />
      ))}
      <Fault>{props.fault}</Fault>
    </fieldset>
  )
}

function Day({ name, works, tick, start, end, fault }: DayFields & { name: string }) {
  return (
    <div className={classes.day}>
      <Tick {...tick} label={name} />
      {works ? (
        <>
          <TextInput {...start} aria-label={`${name} from`} type="time" />
          <TextInput {...end} aria-label={`${name} until`} type="time" />
        </>
      ) : (
        <span className={classes.off}>Day off</span>
      )}
      <Fault>{fault}</Fault>
    </div>
  )
}

function Fault({ children }: { children: ReactNode }) {
  return children ? (
    <p className={classes.fault} role="alert">
      {children}
    </p>
  ) : null
}
