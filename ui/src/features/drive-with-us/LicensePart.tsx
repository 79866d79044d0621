import { TextInput } from '@mantine/core'
import { Tick } from '@/components/fields/Tick'
import classes from './DriveWithUs.module.css'
import { field, type PartProps, tick } from './field'
import { StateSelect } from './PersonalPart'

/** What allows them to drive (ONB-18). */
export function LicensePart({ form, remark }: PartProps & { remark: string | null }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'license.number')}
          label="License Number"
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        <StateSelect {...field(form, 'license.state')} label="License State" />
      </div>
      {remark && (
        <p className={classes.remark} role="status">
          {remark}
        </p>
      )}
      <div className={classes.pair}>
        <TextInput {...field(form, 'license.expires_on')} label="License Expiry" type="date" />
        <TextInput
          {...field(form, 'license.years_of_experience')}
          label="Years of Experience"
          inputMode="numeric"
          maxLength={2}
        />
      </div>
      <Tick {...tick(form, 'license.is_commercial')} label="I have a commercial license (CDL)" />
      <div className={classes.pair}>
        <TextInput {...field(form, 'license.endorsements')} label="Endorsements (optional)" />
        <TextInput {...field(form, 'license.restrictions')} label="Restrictions (optional)" />
      </div>
      <div className={classes.pair}>
        <TextInput
          {...field(form, 'license.accidents')}
          label="Accidents"
          description="In the last 5 years"
          inputMode="numeric"
          maxLength={2}
        />
        <TextInput
          {...field(form, 'license.violations')}
          label="Violations"
          description="In the last 5 years"
          inputMode="numeric"
          maxLength={2}
        />
      </div>
    </>
  )
}
