import { useId } from 'react'
import type { PreferencesOut } from '@/api/generated/types.gen'
import { Option } from '@/components/fields/Option'
import classes from './SettingsDialog.module.css'

/** When no SMS may come, on the clock of whoever gets it (OP-45). */
export function QuietHours(props: {
  edited: Pick<PreferencesOut, 'quiet_hours' | 'timezone'>
  onChange: (part: Partial<PreferencesOut>) => void
}) {
  const { quiet_hours: quiet, timezone } = props.edited
  const ids = { start: useId(), end: useId(), zone: useId() }
  const set = (part: Partial<typeof quiet>) =>
    props.onChange({ quiet_hours: { ...quiet, ...part } })
  return (
    <fieldset className={classes.group}>
      <legend>Quiet hours</legend>
      <Option
        label="Quiet hours"
        hint="No SMS comes in these hours; messages wait for you here"
        checked={quiet.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      {quiet.enabled && (
        <div className={classes.hours}>
          <div>
            <label htmlFor={ids.start}>From</label>
            <input
              id={ids.start}
              type="time"
              required
              value={quiet.start_time}
              onChange={(event) => set({ start_time: event.currentTarget.value })}
            />
          </div>
          <div>
            <label htmlFor={ids.end}>Until</label>
            <input
              id={ids.end}
              type="time"
              required
              value={quiet.end_time}
              onChange={(event) => set({ end_time: event.currentTarget.value })}
            />
          </div>
          <div>
            <label htmlFor={ids.zone}>Time zone</label>
            <select
              id={ids.zone}
              value={timezone}
              onChange={(event) => props.onChange({ timezone: event.currentTarget.value })}
            >
              {zonesWith(timezone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </div>
        </div>
      )}
    </fieldset>
  )
}

/** Those that the browser knows; the one that is set may be spelled otherwise. */
function zonesWith(chosen: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return known.includes(chosen) ? known : [chosen, ...known]
}
