import type { PreferencesOut } from '@/api/generated/types.gen'
import { Option } from '@/components/fields/Option'
import { dateOf } from '@/components/time'
import classes from './SettingsDialog.module.css'
import { SmsConsentBox } from './SmsConsentBox'

/** SMS need a consent that nobody gave for somebody: a box that begins empty (OP-103). */
export function SmsChoice(props: {
  preferences: PreferencesOut
  edited: PreferencesOut
  onChange: (part: Partial<PreferencesOut>) => void
}) {
  const { preferences, edited, onChange } = props
  const { given, at } = preferences.sms_consent
  return (
    <fieldset className={classes.group}>
      <legend>Text messages (SMS)</legend>
      {given ? (
        <>
          <Option
            label="Text messages (SMS)"
            hint="Besides the messages here"
            checked={edited.sms_enabled}
            onChange={(sms_enabled) => onChange({ sms_enabled })}
          />
          {at && <p className={classes.note}>You agreed to them on {dateOf(at)}.</p>}
        </>
      ) : (
        <SmsConsentBox
          text={preferences.consent.text}
          checked={edited.sms_consent.given}
          onChange={(agreed) =>
            onChange({
              sms_enabled: agreed || preferences.sms_enabled,
              sms_consent: { ...edited.sms_consent, given: agreed },
            })
          }
        />
      )}
    </fieldset>
  )
}
