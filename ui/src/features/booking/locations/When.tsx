import '@mantine/dates/styles.layer.css'
import { NativeSelect } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import { Choice } from '@/components/fields/Choice'
import { zoneElsewhere } from '@/components/time'
import classes from './LocationsStep.module.css'
import {
  type Arrival,
  arrivalAt,
  dayOf,
  firstArrival,
  firstDay,
  formatWindow,
  hourOf,
  hoursOf,
  lastDay,
  MORNING_HOUR,
  NOW,
  scheduleFault,
  startHours,
  type WindowHours,
} from './schedule'

const CHOICES = { now: 'Now', later: 'Schedule' }
const LENGTHS = { 2: '2 hours', 1: '1 hour' } satisfies Record<WindowHours, string>

/** Now, or a day and the hours within which the driver comes (OP-30). */
export function When(props: { value: Arrival; onChange: (arrival: Arrival) => void }) {
  const { value, onChange } = props
  return (
    <div className={classes.when}>
      <Choice
        label="Pickup time"
        value={value.scheduledTime === null ? 'now' : 'later'}
        labels={CHOICES}
        onChange={(chosen) => onChange(chosen === 'later' ? firstArrival(Date.now()) : NOW)}
      />
      {value.scheduledTime !== null && (
        <Later time={value.scheduledTime} value={value} onChange={onChange} />
      )}
    </div>
  )
}

function Later(props: { time: string; value: Arrival; onChange: (arrival: Arrival) => void }) {
  const { time, value, onChange } = props
  const zone = zoneElsewhere(new Date(time)).trim()
  const day = dayOf(time)
  const hour = hourOf(time)
  const hours = hoursOf(value)
  const starts = startHours(day, Date.now())
  const earliest = firstDay(Date.now())
  const isUntouched = time === firstArrival(Date.now()).scheduledTime
  const isOver = earliest !== dayOf(Date.now())
  return (
    <>
      <DatePickerInput
        label="Date"
        description={
          [
            isOver && 'Today’s last window has begun: tomorrow is the first day.',
            zone !== '' && `Times are in ${zone}, not your device’s.`,
          ]
            .filter(Boolean)
            .join(' ') || undefined
        }
        size="md"
        valueFormat="ddd, MMM D, YYYY"
        highlightToday
        hideOutsideDates
        classNames={{
          day: classes.day,
          weekday: classes.weekday,
          calendarHeader: classes.month,
          calendarHeaderLevel: classes.monthName,
        }}
        weekendDays={[]}
        firstDayOfWeek={0}
        minDate={earliest}
        maxDate={lastDay(Date.now())}
        leftSection={<IconCalendar size={18} aria-hidden="true" />}
        value={day}
        onChange={(picked) => picked && onChange(onDay(picked, hour, hours, isUntouched))}
        // A dialog has its name, keeps the focus and fits a phone; the popover has none of these.
        dropdownType="modal"
        modalProps={{
          title: 'Pickup date',
          centered: true,
          size: 'auto',
          classNames: { body: classes.dialog, header: classes.dialog },
          closeButtonProps: { 'aria-label': 'Close', size: 44 },
          // Its <header> would count as a second banner of the page.
          attributes: { header: { role: 'presentation' } },
        }}
        ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      />
      <Choice
        label="Window length"
        value={String(hours) as '1' | '2'}
        labels={{ '2': LENGTHS[2], '1': LENGTHS[1] }}
        onChange={(chosen) => onChange(arrivalAt(day, hour, chosen === '1' ? 1 : 2))}
      />
      <NativeSelect
        label="Arrival window"
        description="Your driver comes within these hours."
        size="md"
        leftSection={<IconClock size={18} aria-hidden="true" />}
        error={scheduleFault(time, Date.now())}
        data={(starts.includes(hour) ? starts : [hour, ...starts]).map((start) => ({
          value: String(start),
          label: windowLabel(arrivalAt(day, start, hours)),
        }))}
        value={String(hour)}
        onChange={(event) => onChange(arrivalAt(day, Number(event.currentTarget.value), hours))}
      />
    </>
  )
}

/**
 * The same hour of another day, or the first that is still to come. Hours that nobody chose were as soon as
 * possible today, and say nothing of another day: there it is a morning.
 */
function onDay(day: string, hour: number, hours: WindowHours, isUntouched: boolean): Arrival {
  const starts = startHours(day, Date.now())
  if (isUntouched && starts.includes(MORNING_HOUR)) return arrivalAt(day, MORNING_HOUR, hours)
  return arrivalAt(day, starts.includes(hour) ? hour : (starts[0] ?? hour), hours)
}

function windowLabel({ scheduledTime, scheduledUntil }: Arrival): string {
  return formatWindow(scheduledTime ?? '', scheduledUntil ?? '')
}
