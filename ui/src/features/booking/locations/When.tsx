import '@mantine/dates/styles.layer.css'
import { DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Choice } from '@/components/fields/Choice'
import classes from './LocationsStep.module.css'
import { instantOf, pickedOf, scheduleFault } from './schedule'

const CHOICES = { now: 'Now', later: 'Date and time' }
const PLATFORM_ZONE = 'America/New_York'

/** Now, or a date and a time (OP-30). */
export function When(props: { value: string | null; onChange: (instant: string | null) => void }) {
  const [later, setLater] = useState(props.value !== null)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={classes.when}>
      <Choice
        label="Pickup time"
        value={later ? 'later' : 'now'}
        labels={CHOICES}
        onChange={(chosen) => {
          setLater(chosen === 'later')
          props.onChange(chosen === 'later' ? nextFullHour() : null)
        }}
      />
      {later && (
        <DateTimePicker
          label="Date and time"
          description={zone === PLATFORM_ZONE ? undefined : `In your time zone, ${zone}.`}
          size="md"
          valueFormat="ddd, MMM D, YYYY h:mm A"
          placeholder="Pick a date and time"
          highlightToday
          classNames={{ day: classes.day, weekday: classes.weekday }}
          weekendDays={[]}
          firstDayOfWeek={0}
          minDate={dayjs().format('YYYY-MM-DD')}
          maxDate={dayjs().add(1, 'year').format('YYYY-MM-DD')}
          timePickerProps={{
            format: '12h',
            hoursInputLabel: 'Hours',
            minutesInputLabel: 'Minutes',
            amPmInputLabel: 'AM or PM',
          }}
          submitButtonProps={{ 'aria-label': 'Use this date and time' }}
          leftSection={<IconCalendar size={18} aria-hidden="true" />}
          value={pickedOf(props.value)}
          error={scheduleFault(props.value, Date.now())}
          onChange={(picked) => props.onChange(instantOf(picked))}
          // A dialog has its name, keeps the focus and fits a phone; the popover has none of these.
          dropdownType="modal"
          modalProps={{
            title: 'Pickup date and time',
            centered: true,
            size: 'auto',
            closeButtonProps: { 'aria-label': 'Close', size: 44 },
            // Its <header> would count as a second banner of the page.
            attributes: { header: { role: 'presentation' } },
          }}
          ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
        />
      )}
    </div>
  )
}

/** Two hours from now, at the full hour: a time that can be booked as it stands. */
function nextFullHour(): string | null {
  return instantOf(dayjs().add(2, 'hour').startOf('hour').format('YYYY-MM-DD HH:mm:ss'))
}
